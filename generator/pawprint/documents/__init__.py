"""Markdown with templates -> blocks -> pages, HTML and Markdown; figures of situations.

What other packages use:

- `content`: The content of documents: blocks of text, tables and pictures, before they have places on pages
- `declarations`: `documents:` in a game's declaration -> what its documents call things, and what they leave out
- `diagram_figures`: Diagram -> Art: a part of the table drawn with the real faces of its pieces, and described in
  words
- `diagram_speech`: Texts of diagrams -> words in one language. Nothing here needs fonts or faces
- `drafts`: The documents of a game: source files -> drafts
- `figure_ops`: What figures are drawn with besides faces: arrows, frames, badges, numbered discs and words; all in
  points
- `html.html_page`: A draft -> a web page in one file, with its fonts, pictures, style and search in it; it loads
  nothing else
- `html.markdown_document`: A draft -> CommonMark with tables as GitHub has them, and its pictures as SVG files in a
  folder beside it
- `html.screen_blocks`: A draft -> its blocks for screens: figures and parts have their numbers, and references name
  what they lead to, since there are no pages
- `html.vector_art`: Pictures and icons of a document -> SVG inside of a page: what is shown several times is defined
  once
- `icon_meanings`: Icons of a game -> what each of them means, where the catalog says it
- `manual_pages`: The Markdown pages of the documentation -> web pages that link to each other, and load nothing from
  a network
- `named_rules`: The numbers of rules in documents, and those of the engine: each is in both, or there is a finding
- `namespace`: What expressions of documents may name: the game's pieces, its facts, and what its rules agree on
- `source_map`: Where a rendered line comes from: an invisible sign at the beginning of each line of a source
- `source_passages`: The source of a document -> its passages, each with its place, for all that looks at sources in
  several languages
- `typeset.structure`: What is read out: the elements of a document's structure, and which run of a text belongs to
  which
- `typeset.style_reader`: `layouts/documents.yaml` and a game's changes to it -> `DocumentStyle`: how one kind of
  document looks on a paper
- `typeset.typesetter`: A draft -> a document: the entry point of typesetting
"""
