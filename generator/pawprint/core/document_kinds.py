"""The kinds of documents, by the words of `--only`."""

#: What a game writes itself: its rulebook, and sheets for the table.
DOCUMENT_KINDS = ("rulebook", "reference")
#: Documents that check a game or its box. They are made where a game has or declares them, or on request.
LISTS = ("checklist", "card-list", "legend", "objectives", "actions", "proof")
#: All of them.
ALL_LISTS = "lists"
#: What the front matter of a document may say; all but the title is read where pages are made.
FRONT = ("title", "style", "paper", "columns", "fit", "numbered", "about")
