"""Added effects that wait for their turn, and the order their owner gives them where it can matter (HV-41).

Two effects are in each other's way when what comes of them depends on which is first. Whoever is in nobody's way is not
asked about: it happens first. Hidden HP and traps count for nothing here, or being asked would tell of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.choices import Option, Order
from rules.engine.flow import Flow
from rules.engine.text import Text
from rules.harvest.asking import decide
from rules.harvest.battlefield import Camp
from rules.harvest.effects import (
    Afflict,
    Drain,
    Effect,
    Heal,
    Hurt,
    Lift,
    OnCells,
    Push,
    Refresh,
    Revive,
    Summon,
    Terrain,
    Touch,
    Trap,
    received,
)
from rules.harvest.state import Battle, Combatant
from rules.harvest.terms import Moment, StatusKey


@dataclass(frozen=True)
class Pending:
    """One added effect on one receiver, waiting for its turn."""

    source: str
    """The spell, enhancement or skill it comes from: its id."""
    effect: Effect
    receiver: str
    """A character or special object by name, or a cell by its label."""
    id: str

    @property
    def is_on_cell(self) -> bool:
        """Whether it happens to a cell."""
        return isinstance(self.effect, OnCells)

    @property
    def may_fell(self) -> bool:
        """Whether its receiver may fall: by damage, or mad without TP (HV-45, HV-58)."""
        match self.effect:
            case Hurt() | Drain() | Push() | Afflict(status=StatusKey.MADNESS):
                return True
        return False


def in_owners_order(battle: Battle, owner: str, pending: list[Pending]) -> Flow[list[Pending]]:
    """The owner is asked about those that are in each other's way (HV-41); the others come first."""
    asked = [each for each in pending if _is_in_the_way(battle, owner, each, pending)]
    if not asked:
        return pending
    options = tuple(_as_option(battle, each) for each in asked)
    chosen = yield from decide(battle, owner, "effects_order", lambda _who: Order(options, may_pass=True))
    by_id = {each.id: each for each in asked}
    order = [by_id[id] for id in chosen] if isinstance(chosen, list) else asked
    return [each for each in pending if each not in asked] + order


def _is_in_the_way(battle: Battle, owner: str, one: Pending, all: Sequence[Pending]) -> bool:
    return any(in_the_way(battle, owner, one, other) for other in all if other is not one)


def in_the_way(battle: Battle, owner: str, one: Pending, other: Pending) -> bool:
    """Whether the outcome may depend on which of the two is first."""
    pair = ((one, other), (other, one))
    return any(
        _drops_the_rest(owner, *two) or _moves(*two) or _fells(battle, *two) or _undoes(*two) for two in pair
    )


def _drops_the_rest(owner: str, one: Pending, _other: Pending) -> bool:
    """Who falls by her own effects has those that are still to come no more (HV-45)."""
    return one.may_fell and one.receiver == owner


def _moves(one: Pending, other: Pending) -> bool:
    """A push meets who stands where, what lies there and what that sets off (HV-04, HV-77, HV-78, HV-81)."""
    return isinstance(one.effect, Push) and not isinstance(other.effect, Touch)


def _fells(battle: Battle, one: Pending, other: Pending) -> bool:
    """Who falls regains and loses nothing more, leaves a cell free, and may end the battle (HV-06, HV-45).

    What falling ends anyway, such as a status, may come before or after.
    """
    if not one.may_fell:
        return False
    if _bursts(battle, one.receiver) or isinstance(other.effect, Revive | Summon):
        return not isinstance(other.effect, Touch)
    if one.receiver == other.receiver:
        return isinstance(other.effect, Heal | Refresh | Drain | Hurt) and type(one.effect) is not type(
            other.effect
        )
    camps = {_camp(battle, each.receiver) for each in (one, other)} - {None}
    return other.may_fell and len(camps) > 1


def _bursts(battle: Battle, name: str) -> bool:
    """Whether it is a special object that does something when it is destroyed (HV-82)."""
    kind = next((each.kind for each in battle.things if each.name == name), "")
    return bool(kind) and battle.library.objects[kind].moment is Moment.DESTROYED


def _camp(battle: Battle, name: str) -> Camp | None:
    found = battle.find(name)
    return found.camp if isinstance(found, Combatant) else None


def _undoes(one: Pending, other: Pending) -> bool:
    """A status given and lifted, TP taken and madness lifted (HV-58), a cell's terrain changed into two, free cells
    that two need (HV-03)."""
    is_same = one.receiver == other.receiver
    match one.effect, other.effect:
        case Afflict(status=given), Lift(status=lifted):
            return is_same and given == lifted
        case Drain(), Lift(status=StatusKey.MADNESS):
            return is_same
        case Terrain(terrain=before), Terrain(terrain=after):
            return is_same and before is not after
        case ((Revive() | Summon()), (Revive() | Summon())):
            return True
        case Revive(), _:
            return is_same and not isinstance(other.effect, Trap)
    return False


def _as_option(battle: Battle, pending: Pending) -> Option:
    """Such as "Thorn: is moved by 2 (front)"."""
    found = battle.find(pending.receiver)
    who = found.title if found else pending.receiver
    said = {"who": who, "effect": received(pending.effect, battle.library)}
    return Option(pending.id, Text("harvest.effect_on", said))
