"""Nodes -> `Game` and `Record`: fields are read, references resolved, expressions evaluated.

What other packages use:

- `columns`: A component's fields -> the columns of its table
- `comments`: `comments.yaml` of a game -> what people have said about its pieces. Nothing that is printed depends on
  it
- `editions`: Editions: how a game declares them, and where components and records say which of them have it
- `field_types`: The types a game may give to its fields
- `fields`: The interface of a field type, and how the declared fields of a component and the values of a record are
  read
- `icon_codes`: The `icons` of a game: codes of existing texts, such as `[credit]` and `{T}`, that are printed as
  icons
- `jsonschema`: A JSON Schema for a game's files, so that editors complete and check fields during typing
- `library`: A folder of games -> Library: declarations and records read, ids indexed, references resolved
- `model`: The catalog as read: games, components, records. Frozen, and every value knows where it was written
- `plain_values`: Values of records -> plain data, for JSON, digests, comparisons and lists of changes
- `text_templates`: Expressions in the texts of records: `{{ score.per }}` is the value of a field, so that no number
  is typed twice
- `texts`: Texts for people, in every language of a game
- `typed_texts`: A record -> its texts as they are typed, expressions included, each with its place in the file
"""
