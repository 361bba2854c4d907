"""Printers: readings of a calibration sheet, what is computed from them, and where it is kept."""
