"""What an action costs, and whether somebody can pay for it: the number that is shown before is the one paid."""

from collections.abc import Iterable

from rules.engine.text import Text
from rules.magical_girls.entries import Weapon
from rules.magical_girls.numbers import has_dp, is_helpless, is_own_turn
from rules.magical_girls.state import UNARMED, Battle, Combatant
from rules.magical_girls.terms import Cover, Wound
from rules.magical_girls.verbs import spend_dp, tell

SMALL, STANDARD, LARGE = 1, 2, 4
"""Sizes of an action, in DP (MG-15)."""
SIZES = (0, SMALL, STANDARD, LARGE)
"""How the keeper may size what is not listed (MG-15)."""
BARE_HANDS = 2
"""DP of an unarmed attack (MG-20)."""
TWICE = 2
"""What actions cost in an emergency reaction (MG-44)."""
CLASSES = ((25, 50, 0, 2), (50, 100, 0, 4), (75, 150, 3, 6), (100, 200, 6, 8))
"""Light, standard, heavy, super-heavy: up to this weight; multiplier in per cent; added die; DP (MG-21)."""
REACTIONS = REACT, PROTECT = "react", "protect"
"""What a seat may ask the keeper for (MG-44, MG-45)."""


def weight_class(weapon: Weapon) -> int:
    """0 for light to 3 for super-heavy (MG-21)."""
    return next(at for at, (most, *_rest) in enumerate(CLASSES) if weapon.weight <= most)


def attack_dp(battle: Battle, source: str) -> int:
    """DP of an attack with `weapon:<id>` or `unarmed`: of its weight, then its traits (MG-20, MG-21)."""
    if source == UNARMED:
        return BARE_HANDS
    weapon = battle.library.weapons[source.partition(":")[2]]
    return max(0, CLASSES[weight_class(weapon)][3] + weapon.dp)


def counter_dp(battle: Battle, source: str) -> int:
    """Half the weapon's attack DP, rounded up (MG-43)."""
    return -(-attack_dp(battle, source) // 2)


def price(battle: Battle, who: Combatant, dp: int, *, is_passive: bool = False) -> int:
    """DP really paid: twice in an emergency reaction, but for passive actions (MG-44)."""
    if not has_dp(battle, who):
        return 0
    return dp * TWICE if who.name in battle.emergencies and not is_passive else dp


def is_barred(battle: Battle, who: Combatant, paid: int) -> bool:
    """A light wound bars single actions of 4 DP and more, as they are paid (MG-52)."""
    least = LARGE if battle.on("light_wound_bars") == "four" else LARGE + 1
    return who.wound is Wound.LIGHT and paid >= least


def can_pay(battle: Battle, who: Combatant, dp: int, *, is_passive: bool = False) -> bool:
    """Whether she may do something of that size now."""
    paid = price(battle, who, dp, is_passive=is_passive)
    return not is_helpless(battle, who) and paid <= who.dp and not is_barred(battle, who, paid)


def pay(battle: Battle, who: Combatant, dp: int, *, is_passive: bool = False) -> int:
    """Pay for it, and how many DP it was; in the own turn it is an action (MG-14: enemies without DP have one)."""
    battle.deeds += is_own_turn(battle, who) and not is_passive
    paid = price(battle, who, dp, is_passive=is_passive)
    spend_dp(who, paid)
    if not is_passive:
        spend_reaction(battle, who)
    return paid


def spend_reaction(battle: Battle, who: Combatant) -> None:
    """What is paid for in an emergency makes it a reaction: no other until the own next turn starts (MG-44).

    The next +4 stays away; two reactions skip only one. Else a prepared action that was called is done (MG-32).
    """
    if who.prepared and who.prepared.is_called and who.name not in battle.emergencies:
        who.prepared = None
    if who.name not in battle.emergencies or who.has_reacted:
        return
    who.has_reacted = who.skips_recovery = True
    tell(battle, "reacts", "MG-44", who)


def costs(battle: Battle, who: Combatant, dp: int, mp: int = 0, *, is_passive: bool = False) -> Text:
    """The price in words, as it will be paid."""
    paid = price(battle, who, dp, is_passive=is_passive)
    return Text("magical_girls.price.mp" if mp else "magical_girls.price", {"dp": paid, "mp": mp})


def may_react(battle: Battle, who: Combatant) -> bool:
    """Whether she might yet ask for an emergency reaction, and pay for the least of them (MG-44)."""
    is_free = who.is_player and not who.has_reacted and who.name not in battle.emergencies
    return (
        is_free and not is_helpless(battle, who) and (who.dp >= TWICE * SMALL or _has_free_deed(battle, who))
    )


def _has_free_deed(battle: Battle, who: Combatant) -> bool:
    magic = (battle.library.abilities[id].dp for id in who.abilities)
    blows = (attack_dp(battle, f"weapon:{id}") for id in who.weapons)
    return 0 in magic or 0 in blows or battle.cover.get(who.cell.label) is Cover.FULL


def payable(battle: Battle, who: Combatant, sizes: Iterable[int]) -> list[int]:
    """The sizes that she can pay for and no wound bars (MG-15, MG-52)."""
    return [size for size in sizes if can_pay(battle, who, size)]


def sizes_note(battle: Battle, who: Combatant, key: str, sizes: Iterable[int]) -> Text:
    """What the keeper may say it costs, as it will be paid (MG-15, MG-44)."""
    paid = dict.fromkeys(price(battle, who, size) for size in sizes)
    return Text(f"magical_girls.note.{key}", {"sizes": [*paid]})
