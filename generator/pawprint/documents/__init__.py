"""Markdown with templates -> blocks -> pages, HTML and Markdown; figures of situations.

What other packages use:

- `content`: The content of documents: blocks of text, tables and pictures, before they have places on pages
- `declarations`: The `documents:` mapping of a game -> the names that its documents use, and what lists leave out
- `diagram_figures`: Diagram -> BlockArt: a part of the table drawn with the real faces of its pieces, and described
  in words
- `diagram_speech`: Texts of diagrams -> words in one language, without fonts or faces
- `figure_ops`: Arrows, frames, badges, numbered discs and words of figures; all in points
- `html.html_page`: A manuscript -> a web page in one file, with its fonts, pictures, style and search
- `html.markdown_document`: A manuscript -> CommonMark with tables as on GitHub, and its pictures as SVG files in a
  folder beside it
- `html.screen_blocks`: A manuscript -> its blocks for screens: references name their targets, since there are no
  pages
- `html.vector_art`: Pictures and icons of a document -> SVG inside of a page; a drawing that is used several times is
  defined once
- `icon_meanings`: Icons of a game -> their meanings, as far as the catalog gives them
- `manual_pages`: The Markdown pages of the documentation -> web pages that link to each other and load nothing else
- `manuscripts`: The documents of a game: source files -> manuscripts
- `named_rules`: Check that the numbers of rules in documents are those of the engine
- `namespace`: The names in expressions of documents: the game's pieces, its facts, and the options of its rules
- `source_map`: The source lines of rendered lines: an invisible sign begins each line of a source
- `source_passages`: The source of a document -> its passages, each with its place, to compare and translate sources
- `typeset.structure`: The structure of a document that is read aloud: elements, and the element of each run of a text
- `typeset.style_reader`: `layouts/documents.yaml` and a game's changes to it -> `DocumentStyle`: the style of
  documents on one paper
- `typeset.typesetter`: A manuscript -> a document: the entry point of typesetting
"""
