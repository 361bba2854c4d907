"""What games between bots say about the invariants that need play; see `docs/playing.md`."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pawprint.base.source import Span
from pawprint.catalog.checks import QUESTIONS, Check
from pawprint.catalog.model import Game, Record
from pawprint.check.sight import Sight
from pawprint.rules.odds import OFTEN, bound, mean, wilson
from pawprint.rules.sweep import WHOLE, Sums, Table, rules_of

#: What never happened in so many games does not happen; in fewer it may have been bad luck.
ENOUGH = 1000
#: Of more than so many faults of one check the rest is counted.
_MOST = 8
#: What can be asked for like events of the game.
_PLAYED = ("dealt", "offered", "used")


class Play(NamedTuple):
    """The games that were played in one edition by one number of players.

    Attributes:
        game: with the deck that was played with.
        proofs: between bots at random, every state looked at.
        chance: between bots at random; *greedy*: between greedy ones.
    """

    game: Game
    table: Table
    proofs: Sums
    chance: Sums
    greedy: Sums

    @property
    def all(self) -> tuple[Sums, ...]:
        """The sums of all its games."""
        return (self.proofs, self.chance, self.greedy)

    @property
    def name(self) -> str:
        """Who plays what: `2 players, edition 'full'`."""
        edition = f", edition '{self.table.edition}'" if self.table.edition else ""
        return f"{self.table.players} player{'s' if self.table.players > 1 else ''}{edition}"


class Verdict(NamedTuple):
    """What became of a check.

    Attributes:
        status: `ok`, `failed`, `undecided` or `needs play`.
        note: the numbers behind it.
        faults: (message, place) of each fault.
    """

    status: str
    note: str = ""
    faults: tuple[tuple[str, Span], ...] = ()


def judge(check: Check, plays: Sequence[Play]) -> Verdict:
    """What *plays* say about *check*, which needs play.

    Raises:
        Unclear: its `where` cannot be evaluated.
    """
    here = [play for play in plays if check.edition in ("", play.table.deck, play.table.edition)]
    games = sum(sums.games for play in here for sums in play.all)
    question = next((word for word in QUESTIONS if word in check.words), "")
    if not question and not any(check.id in rules_of(play.table).implements for play in here):
        return Verdict("needs play", "neither the check nor the engine says how it is told")
    if not games:
        return Verdict("undecided", "no game came to its end")
    if not question or question == "repeats":
        return _proved(check, here)
    if question == "ends":
        return _ends(check, here, games)
    if question == "seats":
        return _fair(check, [*_seats(here)], check.words["seats"])
    if question == "never":
        return _never(check, here, games)
    if "sides" in check.words:
        return _fair(check, [*_sides(check, here)], check.words["sides"])
    if "to" in check.words:
        return _met(check, here, games)
    return _happens(check, here, games)


def games_of(plays: Sequence[Play], bots: str = "") -> str:
    """`1,200 games between greedy bots`."""
    chance = sum(sums.games for play in plays for sums in (play.proofs, play.chance))
    greedy = sum(play.greedy.games for play in plays)
    said = {"greedy": greedy, "random": chance}
    return " and ".join(
        f"{count:,} game{'s' if count != 1 else ''} between {name} bots"
        for name, count in said.items()
        if bots in ("", name)
    )


# --- proofs -------------------------------------------------------------------------------------------------


def _proved(check: Check, plays: Sequence[Play]) -> Verdict:
    """Of the engine's own proofs: `deep` has said what is wrong, so here are only the numbers."""
    kind = "repeats" if "repeats" in check.words else check.id
    if any(trouble.kind == kind for play in plays for sums in play.all for trouble in sums.troubles):
        return Verdict("failed")
    if kind == "repeats":
        return Verdict("ok", "games played twice, and again from their logs")
    return Verdict("ok", f"in every state of {sum(play.proofs.games for play in plays):,} games")


def _ends(check: Check, plays: Sequence[Play], games: int) -> Verdict:
    """No game is longer than so many decisions."""
    longest = max(max(sums.lengths, default=0) for play in plays for sums in play.all)
    endless = any(trouble.kind in ("long", "progress") for play in plays for sums in play.all
                  for trouble in sums.troubles)  # fmt: skip
    note = f"longest of {games:,} games: {longest:,} decisions"
    if endless or longest > check.words["ends"]:
        said = "a game did not end" if endless else f"a game has {longest:,} decisions; {check.words['ends']:,} is most"
        return Verdict("failed", note, ((said, check.span_of("ends", 0)),))
    return Verdict("ok", note)


# --- what happens -------------------------------------------------------------------------------------------


def _total(plays: Sequence[Play], event: str) -> int:
    return sum(sums.happened[event] for play in plays for sums in play.all)


def _never(check: Check, plays: Sequence[Play], games: int) -> Verdict:
    faults = [
        (f"'{event}' happens, {total:,} times in {games:,} games", check.span_of("never", index))
        for index, event in enumerate(check.words["never"])
        if (total := _total(plays, event))
    ]
    if faults:
        return Verdict("failed", "", tuple(faults))
    return Verdict("ok", f"not in {games:,} games, so in less than {_rate(bound(games))} of all")


def _happens(check: Check, plays: Sequence[Play], games: int) -> Verdict:
    least, most = check.words.get("min"), check.words.get("max")
    if least is not None or most is not None:
        return _often(check, plays, least, most)
    missing = [
        (f"'{event}' does not happen in {games:,} games", check.span_of("happens", index))
        for index, event in enumerate(check.words["happens"])
        if not _total(plays, event)
    ]
    if missing:
        return _too_few(missing, [message for message, _ in missing], games)
    return Verdict("ok", f"in {games:,} games")


def _often(check: Check, plays: Sequence[Play], least: float | None, most: float | None) -> Verdict:
    """How often something happens in a game between greedy bots, on average."""
    worst = "ok"
    notes, faults = [], []
    for play in plays:
        sums = play.greedy
        for index, event in enumerate(check.words["happens"]):
            found = mean(sums.happened[event], sums.happened_squares[event], sums.games, OFTEN)
            said = f"{found.value:.3g} ({found.low:.3g} to {found.high:.3g}) times '{event}', {play.name}"
            low, high = least if least is not None else float("-inf"), most if most is not None else float("inf")
            if found.high < low or found.low > high:
                worst = "failed"
                message = f"on average {said}, greedy bots, {sums.games:,} games"
                faults.append((message, check.span_of("happens", index)))
            elif not low <= found.low <= found.high <= high:
                worst = max(worst, "undecided", key=("ok", "undecided", "failed").index)
            notes.append((found.value, said))
    notes.sort()
    note = "; ".join(dict.fromkeys(said for _, said in (notes[0], notes[-1])))
    return Verdict(worst, f"{note}; {games_of(plays, 'greedy')}", tuple(faults))


def _met(check: Check, plays: Sequence[Play], games: int) -> Verdict:
    """Something happens to every record of components, in some game of some edition."""
    there: dict[tuple[str, str], Record] = {}
    seen: set[tuple[str, str]] = set()
    for deck in {play.game.edition: play.game for play in plays}.values():
        records = [one for one in Sight(deck).chosen(check.words["to"], check) if one.copies_in(deck.edition)]
        mine = [play for play in plays if play.game.edition == deck.edition]
        for event in check.words["happens"]:
            for record in records:
                there.setdefault((event, record.id), record)
                if times(mine, event, record.id):
                    seen.add((event, record.id))
    missing = [key for key in there if key not in seen]
    if not missing:
        return Verdict("ok", f"{len(there)} of {len(there)} in {games:,} games")
    faults = [
        (f"'{name}' is never {'part of ' if event not in _PLAYED else ''}'{event}' in {games:,} games",
         there[event, name].node.span)
        for event, name in missing
    ]  # fmt: skip
    return _too_few(faults, [f"{name} ({event})" for event, name in missing], games, len(there))


def times(plays: Sequence[Play], event: str, identity: str) -> int:
    """Games in which *event* and the record called *identity* met."""
    if event in _PLAYED:
        return sum(getattr(sums, event)[identity] for play in plays for sums in play.all)
    return sum(sums.met[event, identity] for play in plays for sums in play.all)


def _too_few(faults: list[tuple[str, Span]], short: list[str], games: int, of: int = 0) -> Verdict:
    """What was not seen: a fault after enough games, else nobody knows."""
    more = f", and {len(short) - _MOST} more" if len(short) > _MOST else ""
    if games < ENOUGH:
        told = f"{len(short)} of {of} " if of else ""
        return Verdict("undecided", f"{told}not seen in {games:,} games: {', '.join(short[:_MOST])}{more}")
    kept = faults[:_MOST]
    if more:
        kept[-1] = (kept[-1][0] + more, kept[-1][1])
    return Verdict("failed", f"below {_rate(bound(games))} of all games", tuple(kept))


# --- who wins -----------------------------------------------------------------------------------------------


class Share(NamedTuple):
    """Somebody's wins: *won* of *tried*, where *fair* would be the right share."""

    who: str
    won: float
    tried: int
    fair: float


def _seats(plays: Sequence[Play]) -> Iterator[Share]:
    for play in plays:
        sums, players = play.greedy, play.table.players
        if not sums.together and players > 1 and sums.games:
            for seat in range(players):
                who = f"player {seat + 1} of {play.name}"
                yield Share(who, sums.parts[seat] / WHOLE, sums.games, 1 / players)


def _sides(check: Check, plays: Sequence[Play]) -> Iterator[Share]:
    for play in plays:
        records = Sight(play.game).chosen(check.words["to"], check)
        for event in check.words["happens"]:
            for record in records:
                key = event, record.id
                tried = play.greedy.sides[key]
                if tried and not play.greedy.together:
                    won = play.greedy.side_parts[key] / WHOLE
                    yield Share(f"'{record.id}', {play.name}", won, tried, 1 / play.table.players)


def _fair(check: Check, shares: Sequence[Share], limit: float) -> Verdict:
    """Nobody wins more than *limit* times the fair share; greedy bots, since others hide what is unfair."""
    if not shares:
        return Verdict("undecided", "nobody wins against somebody else here")
    status, faults = "ok", []
    heaviest: tuple[float, str] = (0.0, "")
    word = "sides" if "sides" in check.words else "seats"
    for share in shares:
        found, most = wilson(share.won, share.tried, OFTEN), limit * share.fair
        said = (
            f"{share.who}: wins {found.value:.1%} ({found.low:.1%} to {found.high:.1%}) of {share.tried:,} games "
            f"between greedy bots; at most {most:.1%} is fair"
        )
        if found.low > most:
            status = "failed"
            faults.append((said, check.span_of(word, 0)))
        elif found.high > most:
            status = max(status, "undecided", key=("ok", "undecided", "failed").index)
        heaviest = max(heaviest, (found.high / share.fair, said))
    return Verdict(status, heaviest[1], tuple(faults[:_MOST]))


def _rate(rate: float) -> str:
    return f"{rate:.2%}" if rate >= 0.0001 else "0.01%"
