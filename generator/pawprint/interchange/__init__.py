"""Spreadsheets, lists of other programs, translations and JSON Schemas.

What other packages use:

- `lists.fit_cards`: A deck and the sizes it may have -> the files of its game in the first layout in which all texts
  fit, as measured
- `lists.game_folder`: Files of a game -> a new folder, written as a whole or not at all; existing files are never
  changed
- `lists.import_game`: A list of cards in a file -> a folder with a game that prints
- `lists.list_worksheet`: A worksheet with a list of cards, as `pawprint import` reads it -> the same with the names
  and ids of the catalog
- `lists.slugs`: Texts in any language and script -> ids, titles, names of fields and names of files
- `schemas.schema_files`: The layouts and games of a project -> the files with their schemas, and how editors find
  these
- `spreadsheets.cell_values`: A value of the catalog <-> the text of its cell
- `spreadsheets.csv_file`: CSV text <-> cells. The module csv does not say where a cell is in its file, so it is used
  for writing only
- `spreadsheets.exchange`: Components -> their columns and cells, in a CSV file or a workbook; `columns` names the
  columns
- `spreadsheets.plan_edits`: Differences between records and what they should be -> the edited files, read again
  before they are written
- `spreadsheets.table_diff`: A worksheet and the records of a component -> the changes in the worksheet
- `spreadsheets.worksheet`: A worksheet of any spreadsheet format: rows of cells, each with its span in the source
- `spreadsheets.worksheet_files`: A CSV, TSV, XLSX or ODS file -> its worksheets
- `spreadsheets.xlsx_file`: Excel workbooks <-> cells, headers, widths and drop-down lists, with openpyxl
- `translation.document_texts`: The rulebooks and sheets of a game -> their texts to be translated, and documents with
  other texts
- `translation.po_merge`: The texts of a game and an earlier PO file -> the messages of the next one
- `translation.translatable`: The YAML files of a game and its layouts -> the texts to be translated, each with a
  stable context
- `translation.translations`: A game in a folder <-> the PO file of a language: what `pawprint po` exports, imports
  and reports
"""
