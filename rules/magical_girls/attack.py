"""One attack: its check, each target's passive action, then the damage (MG-20, MG-40, settled order)."""

from rules.engine.errors import Frame
from rules.engine.flow import Flow, frame, roll
from rules.engine.log import Part
from rules.engine.text import Text
from rules.magical_girls.checks import check
from rules.magical_girls.damage import BLOW, Blow, blow
from rules.magical_girls.effects import dice_said
from rules.magical_girls.entries import Strike
from rules.magical_girls.hits import land
from rules.magical_girls.numbers import THROWING, WEAPON_USE, secret_of
from rules.magical_girls.passive import answer, bears_more, is_out_of_reach, is_stopped
from rules.magical_girls.state import UNARMED, Attack, Battle
from rules.magical_girls.verbs import names, show, tell
from rules.magical_girls.workings import run_all

AREA_SHARE = 3
"""Halves of a share that a protector takes of an area attack (MG-45)."""


def strike(
    battle: Battle,
    attacker: str,
    source: str,
    targets: list[str],
    *,
    reach: int,
    middle: str = "",
    is_area: bool = False,
    said: Text | None = None,
    paid: int = 0,
) -> Flow[bool]:
    """An attack that cost `paid` DP, and whether its check succeeded; `said` tells more than its source's name.

    It reaches so many cells from the attacker, or from `middle`. Others may be nested in it; it is over when it has
    had its effect (MG-44).
    """
    depth = len(battle.attacks)
    battle.attacks.append(
        Attack(
            attacker, source, [[name] for name in targets], is_area, battle[attacker].is_out, reach, middle
        )
    )
    show(battle, battle[attacker])
    aimed = [battle[name] for name in targets if battle.find(name)]
    title = said or battle.library.title_of(source)
    tell(
        battle,
        "throws_at" if row_of(source) == "MG-28" else "attacks",
        row_of(source),
        battle[attacker],
        *aimed,
        is_secret=True,
        source=title,
        targets=names(aimed),
        dp=paid,
    )
    try:
        yield from frame(Frame.ACTION, _steps(battle, depth))
        found = battle.attacks[depth].check
    finally:
        del battle.attacks[depth:]
    return found is not None and found.level.is_success


def _steps(battle: Battle, depth: int) -> Flow[None]:
    """The check first; a failure misses; then each target, seeing the level, picks a passive action (settled)."""
    attack = battle.attacks[depth]
    row = row_of(attack.source)
    found = yield from check(
        battle, attack.attacker, checked(battle, attack.source), "attack", "MG-20", told_by=row
    )
    attack.check = found
    if not found.level.is_success:
        tell(battle, "misses", row, battle[attack.attacker], level=found.level.named)
        return
    while name := next((each for each in attack.targets if each not in attack.answered), None):
        attack.asked = name
        attack.answered.append(name)
        yield from frame(Frame.REACTION, answer(battle, depth))
        battle.attacks[depth].asked = ""
    hit = _whom_it_finds(battle, attack)
    if hit and _comes_home(battle, attack):
        yield from _hits(battle, attack, hit)


def _whom_it_finds(battle: Battle, attack: Attack) -> list[str]:
    """Its targets but for who got out of its way, or out of its reach before it came home (MG-42 to MG-44)."""
    left = [battle[name] for name in attack.targets if battle.find(name) and name not in attack.avoided]
    gone = [each.name for each in left if is_out_of_reach(battle, attack, each)]
    for name in gone:
        tell(battle, "out_of_reach", "MG-44", battle[name])
    return [each.name for each in left if each.name not in gone]


def _comes_home(battle: Battle, attack: Attack) -> bool:
    """Whether no emergency reaction has stopped the attacker before the attack came home (MG-44, MG-52, MG-54)."""
    attacker, stopped = battle.find(attack.attacker), is_stopped(battle, attack)
    if attacker and stopped:
        tell(battle, "attack_stopped", "MG-44", attacker)
    return not stopped


def checked(battle: Battle, source: str) -> str:
    """What the attack check is made on: the weapon's skill, throwing, what the ability says (MG-20, MG-28)."""
    kind, _, id = source.partition(":")
    match kind:
        case "ability":
            return _strike_of(battle, source).check
        case "weapon":
            return f"skill:{battle.library.weapons[id].skill}"
        case _ if kind == UNARMED:
            return f"skill:{WEAPON_USE}"
    return f"skill:{THROWING}"


def row_of(source: str) -> str:
    """The row that an attack is made by: a throw, an ability, a weapon or bare hands (MG-20, MG-24, MG-28)."""
    return {"throw": "MG-28", "thing": "MG-28", "ability": "MG-24"}.get(source.partition(":")[0], "MG-20")


def _strike_of(battle: Battle, source: str) -> Strike:
    found = battle.library.abilities[source.partition(":")[2]].strike
    assert found is not None
    return found


def _hits(battle: Battle, attack: Attack, hit: list[str]) -> Flow[None]:
    """One roll of damage for all whom it hits; then what an ability does to them."""
    assert attack.check is not None
    is_magic = attack.source.startswith("ability:")
    row = "MG-24" if is_magic else "MG-22"
    if is_magic:
        done = yield from _magic(battle, attack)
    else:
        done = yield from blow(battle, attack.attacker, attack.source, attack.check.level)
    for name in hit:
        if found := battle.find(name):
            land(battle, found, done, share=_share(attack, name), blocked=attack.blocked.get(name), row=row)
    if is_magic:
        ability = battle.library.abilities[attack.source.partition(":")[2]]
        yield from run_all(battle, attack.attacker, ability, hit, attack.middle)


def _share(attack: Attack, name: str) -> int:
    """Halves of a share, for a protector in all, also when it was aimed at her too (MG-45)."""
    return AREA_SHARE if bears_more(attack, name) else 2


def _magic(battle: Battle, attack: Attack) -> Flow[Blow]:
    """An ability's own dice: no weapon class, no damage bonus, and levels change weapons alone (MG-23, MG-24)."""
    made = _strike_of(battle, attack.source)
    faces = yield from roll(attack.attacker, "MG-24", made.dice, made.sides)
    dice = dice_said(made.dice, made.sides, made.flat)
    label = Text("magical_girls.part.magic_flat", {"flat": made.flat})
    if faces:
        label = Text("magical_girls.part.magic", {"dice": dice, "faces": [*faces]})
    amount = sum(faces) + made.flat
    part = Part(label, amount, secret_of(battle[attack.attacker]), BLOW)
    return Blow(amount, (part,), made.harm, made.wound, wound_row="MG-24")
