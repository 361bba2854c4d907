"""Many games -> a report on the balance; repairs of it; the page on which people play.

What other packages use:

- `balance.balance_report`: Sums over games -> a balance report: figures, each with its interval, for text, JSON and a
  page
- `balance.catalog_variants`: A field of records with another value -> the edited texts of the catalog, in memory; no
  file changes
- `balance.check_repair`: A game and one of its checks about balance -> the smallest change of the catalog with which
  the check passes
- `balance.cluster`: Games on several machines: the same pool of workers, but on a Dask cluster (extra
  `pawprint[cluster]`)
- `balance.comparison`: Pairs of games -> what is different between two ways to play: by seat, game and piece; as text
  and as data
- `balance.ladder`: Bots -> a ladder: how often each wins against every other, with the same deals and exchanged seats
- `balance.precision`: Games are played in blocks until figures are precise enough, or a limit is reached
- `balance.report_page`: Balance report, or comparisons -> a page in one file, with plots and pictures; it loads
  nothing and runs nothing
- `balance.report_text`: Balance report -> lines of text, and the phrases and tables that the other reports share
- `balance.watched_games`: Games worth watching: the closest, the longest and the strangest, as pictures step by step
- `page.offline_host`: Plays a packed game for a page that has Python in a worker: texts of JSON in, texts of JSON out
- `page.packed_game`: A game that was read <-> bytes, for a program that plays it without reading the catalog again
- `page.play_host`: Requests of the page -> answers: all JSON, whatever carries them
"""
