"""Drawings -> sides of sheets: imposition, marks, cutting lines, and corrections for printers.

What other packages use:

- `booklet`: Pages -> sheets that are folded along their middle and stapled there: which page stands where
- `cut_sheet`: A side of a sheet -> the lines along which a machine cuts and folds it
- `imposition`: Pieces and plan -> sides of sheets. Each slot is worked out once; a piece only takes its place in it
- `machine_sheet`: What a machine that cuts sheets asks of them: its registration marks, and the areas that stay white
  around them
- `mixed`: Pieces of several sizes -> sheets that they share: each size is a band across the paper, with marks of its
  own
- `nup`: Step and repeat: where the slots of a sheet are, and what lies back to back
- `plan`: How a sheet is printed and cut: paper, flip, bleed, marks. It knows no piece and places none
- `poster`: Pieces larger than the paper and plan -> sides of sheets: one tile on each, all of the same drawing
- `printers.calibration_sheet`: A calibration sheet: two pages for one sheet of paper, on which the shift of the
  second one is read to 0.1 mm
- `printers.misregistration`: How far the second side of a sheet lies from where it should be, and the matrix that
  corrects it
- `printers.print_jobs`: Files that go to a printer, and the commands of the printing system (CUPS) that send them
  there
- `printers.printer_profile`: Printer profiles: the measured misregistration and margins for each tray, paper and flip
- `printers.profile_files`: Printer profiles <-> YAML files in the user's configuration folder
- `printers.second_side`: The test of the second side of a file: what is added to its cover and to the page behind it
- `sheet`: What a press gets: sides of sheets, each with the drawings that stand on it
"""
