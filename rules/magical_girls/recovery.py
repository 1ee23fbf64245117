"""DP at each round's start, told in one line: who has how many more, who skips the +4 and why (MG-14, MG-44)."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.engine.log import Explanation, Part
from rules.engine.sums import Sum
from rules.engine.text import Listed, Local, Text
from rules.magical_girls.map import seats_that_see
from rules.magical_girls.numbers import RECOVERY, cap, has_dp, innate_recovery, secret_of
from rules.magical_girls.state import Battle, Combatant
from rules.magical_girls.verbs import gain_dp, tell

ROW = "MG-14"
ENEMIES = Text("magical_girls.part.enemies")
"""What others read of the enemies' parts."""


@dataclass(frozen=True)
class Gain:
    """What one of them gets, and the parts it is made of."""

    who: Combatant
    parts: tuple[Part, ...]
    is_natural: bool

    @property
    def said(self) -> Text:
        """How many more, and how many there are now; why the +4 stays away."""
        amount = f"{sum(part.amount for part in self.parts):+d}"
        key = "gains" if self.is_natural else "gains_less"
        return Text(
            f"magical_girls.recovery.{key}", {"who": self.who.title, "amount": amount, "dp": self.who.dp}
        )


def recover_all(battle: Battle) -> None:
    """The round's DP for everybody who has any; not in the first round (MG-14).

    In one line for all who may read of the same people: of somebody hidden not all may (MG-27).
    """
    if battle.round == 1 and battle.on("first_round") == "start":
        return
    by_reader: dict[tuple[str, ...] | None, list[Gain]] = {None: []}
    for each in battle.combatants:
        if has_dp(battle, each):
            by_reader.setdefault(seats_that_see(battle, each), []).append(recover(battle, each))
    for seats, gains in by_reader.items():
        if gains:
            _tell(battle, gains, seats)


def recover(battle: Battle, who: Combatant) -> Gain:
    """+4 and specials; the +4 stays away once after an emergency reaction, specials still come (MG-14, MG-44)."""
    is_natural, who.skips_recovery = not who.skips_recovery, False
    due = Sum(tuple(_due(battle, who, is_natural=is_natural)))
    beyond = gain_dp(battle, who, due.total) - due.total
    limits = [_part(who, "limit", beyond, most=cap(battle, who))] if beyond else []
    return Gain(who, (*due.parts, *limits), is_natural)


def recovery_due(battle: Battle, who: Combatant) -> int:
    """DP that the next round's start will give her, as things stand, cap aside (MG-14, MG-44)."""
    return sum(part.amount for part in _due(battle, who, is_natural=not who.skips_recovery))


def _due(battle: Battle, who: Combatant, *, is_natural: bool) -> Iterator[Part]:
    if is_natural:
        yield _part(who, "natural", RECOVERY)
    for entry, amount in innate_recovery(battle, who):
        yield _part(who, "special", amount, source=entry.title)


def _part(who: Combatant, key: str, amount: int, **said: int | Local) -> Part:
    label = Text(f"magical_girls.part.recovery.{key}", {"who": who.title, **said})
    return Part(label, amount, secret_of(who), ENEMIES)


def _tell(battle: Battle, gains: list[Gain], seats: tuple[str, ...] | None) -> None:
    """The girls' numbers are open; those of the enemies open into parts that the keeper may read."""
    girls: Listed = [each.said for each in gains if each.who.is_player]
    how = Explanation(tuple(part for each in gains for part in each.parts), None, ROW)
    if not girls:
        tell(battle, "enemies_recover", ROW, explanation=how, seen_by=seats, reveals=False)
        return
    key = "recover" if len(girls) == len(gains) else "all_recover"
    tell(battle, key, ROW, explanation=how, seen_by=seats, reveals=False, gains=girls)
