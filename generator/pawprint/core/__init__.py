"""Lengths, places in texts, findings, strict YAML: what every stage needs; imports nothing of ours."""
