"""Many games -> a report on the balance; repairs of it; the page on which people play.

What other packages use:

- `balance.balance_report`: Sums over games -> a balance report: plain figures, each with its interval, which text,
  JSON and a page show
- `balance.catalog_variants`: A field of records with another value -> the edited texts of the catalog, in memory; no
  file changes
- `balance.check_repair`: A game and one of its checks about balance -> the smallest change of the catalog with which
  the check passes
- `balance.cluster`: Games on several machines: the same pool of workers, but on a Dask cluster (extra
  `pawprint[cluster]`)
- `balance.comparison`: Pairs of games -> what is different between two ways to play: by seat, by game and by piece
- `balance.comparison_page`: Comparisons of two ways to play -> a page in one file, like that of a balance report
- `balance.comparison_text`: Comparisons of two ways to play -> lines of text, and plain data
- `balance.ladder`: Bots -> a ladder: how often each wins against every other, with the same deals and exchanged seats
- `balance.page_parts`: What the pages of reports have in common: one file with its style, sections, facts and tables;
  it loads nothing
- `balance.precision`: Games are played in blocks until figures are precise enough, or a limit is reached
- `balance.report_json`: Balance report -> plain data for programs
- `balance.report_page`: Balance report -> a page in one file, with its plots and pictures; it loads nothing and runs
  nothing
- `balance.report_text`: Balance report -> lines of text
- `page.offline_host`: Plays a packed game for a page that has Python in a worker: texts of JSON in, texts of JSON out
- `page.packed_game`: A game that was read <-> bytes, for a program that plays it without reading the catalog again
- `page.play_host`: Requests of the page -> answers: all JSON, whatever carries them
"""
