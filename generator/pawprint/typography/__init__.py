"""Words -> lines of glyphs, in any script; names and words of languages.

What other packages use:

- `characters`: Findings about characters that no font has
- `languages`: What each language does to spaces, quotes and hyphens, so that nobody has to type it
- `markup`: Rich text: `**bold**`, `*italic*`, `:icon:`, `[words]{rose underline}`, and a backslash before a literal
  sign
- `metrics`: What composing needs to know of fonts, so that it need not know any font library
- `script_text`: Texts in scripts that need more than words between spaces: right to left, joined letters, no spaces
  between words
- `scripts`: Scripts: which one a character belongs to, and the font package that can be installed for it
- `shaping`: Runs of text -> shaped words, with the spaces, signs and fallback fonts that their language and style ask
  for
- `text_style`: The style of a text (its font, size, lines and alignment) and of the runs in it
- `textbox`: Words -> lines in a box: breaking, fitting, aligning. Overset text is a finding, never a silent cut
- `words`: Shaped words, cached by their text: the chunks that lines are made of, and where a word may be divided
"""
