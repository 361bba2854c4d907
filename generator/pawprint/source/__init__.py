"""YAML text -> nodes with their places, edits that keep every other byte, and the expressions in texts.

What other packages use:

- `field_reader`: Reading the fields of a mapping one by one; a field that no reader asks for is unknown
- `incremental_read`: An edited text and the nodes of the text before -> its nodes, as `reader.read_yaml` gives them,
  most of them reused
- `plain_data`: A node without places: plain Python data, as JSON has it, for places that accept any value
- `reader`: YAML text -> nodes that know their place. Strict, bounded, and the only user of PyYAML
- `scalars`: Scalars -> values of the type that a field asks for
- `templates.asked_names`: What the expressions of a template ask for, line by line, in a form that two languages of a
  text have in common
- `templates.branches`: What a template asks of names that have a few possible values, and whether its branches are
  for all of them
- `templates.comparisons`: An expression of a condition -> the fields that it names, the values that it compares them
  with, and whether it can ever be true
- `templates.document_template`: Whole documents with loops, macros and helpers: Jinja2 for sources that need not be
  trusted
- `templates.expressions`: Texts with `{{ field }}` in them, and expressions of checks: small, harmless, and quick
- `templates.filters`: The filters of expressions and documents
- `templates.number_words`: Numbers in words, and the numbers in a text, in digits or words
- `templates.page_template`: Web pages of Pawprint itself: trusted Jinja2 templates that escape every text they are
  given
- `templates.sandbox`: The Jinja2 of documents: loops and macros, but nothing that could run long, grow large or reach
  outside
- `value_schemas`: JSON Schemas of what the readers of values take, and the notes that the readers of mappings make of
  their fields
- `yaml_patch`: Edits of a YAML text at the places of its nodes; every other byte stays the same
- `yaml_spans`: YAML nodes -> the spans of their parts in the text, including aliases
- `yaml_writer`: Values -> YAML text, in the style of the text that they replace
"""
