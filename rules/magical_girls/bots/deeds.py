"""Magic, healing and throwing: what they are worth, in hundredths of a hit point."""

from rules.engine.grid import cell_at
from rules.magical_girls.abilities import ELSEWHERE, LIGHT_MP, SEVERE_MP, aims, most_points, struck
from rules.magical_girls.bots.blows import FELLED, HIT_POINT, hit_chance, strike_worth
from rules.magical_girls.bots.outlook import MAGIC, Outlook
from rules.magical_girls.effects import AnyEffect, Boost, Extra, Guard, Heal, Mend, Points
from rules.magical_girls.entries import Ability
from rules.magical_girls.map import METRES, cells_between, sees
from rules.magical_girls.numbers import cap, has_dp, is_helpless
from rules.magical_girls.state import Battle, Combatant
from rules.magical_girls.terms import Wound
from rules.magical_girls.throwing import metres, weight_of

LASTING = {"turn": 1, "round": 1, "fight": 3}
"""So many attacks, or rounds of being attacked, a change is worth."""
A_POINT = 60
"""A DP given or taken."""
A_DIE = 130
"""A bonus die on one check."""
MENDED = {Wound.NONE: 0, Wound.LIGHT: 400, Wound.SEVERE: 900}
"""A wound that becomes lighter."""
FRIENDLY = 2
"""A friend struck is so much worse than a foe struck is good."""
NOTHING = -1
"""To aim where nobody is seen."""
URGENT = 4
"""So many points at once bring one who is down back."""


def magic(outlook: Outlook, id: str) -> int:
    """What using an ability is worth beyond its price, aimed as well as can be (MG-24)."""
    ability = outlook.battle.library.abilities[id]
    best = max(
        (aimed(outlook, ability, aim) for aim in aims(outlook.battle, outlook.who, ability)), default=0
    )
    return best - outlook.spent(ability.dp, ability.mp)


def aimed(outlook: Outlook, ability: Ability, aim: str) -> int:
    """What it does so, to friends and foes together."""
    if aim == ELSEWHERE:
        return NOTHING
    names = [aim]
    if ability.target == "area":
        names = struck(outlook.battle, outlook.who, ability, cell_at(aim))
    return sum(_done(outlook, ability, outlook.battle[name]) for name in names)


def _done(outlook: Outlook, ability: Ability, whom: Combatant) -> int:
    """What it does to somebody: harm to friends and good to foes count against it."""
    battle, who = outlook.battle, outlook.who
    is_friend, worth, odds = whom.side is who.side, 0, 100
    if ability.strike:
        odds = hit_chance(battle, who, f"ability:{ability.id}")
        struck_so = strike_worth(battle, who, f"ability:{ability.id}", whom)
        worth = -FRIENDLY * struck_so if is_friend else struck_so
    for effect in ability.effects:
        good = _good(outlook, effect, whom)
        worth += (good if is_friend else -good) * odds // 100
    return worth


def _good(outlook: Outlook, effect: AnyEffect, whom: Combatant) -> int:
    """How much good an effect does to who receives it; harm is below 0."""
    match effect:
        case Heal():
            given = effect.dice * (effect.sides + 1) * HIT_POINT // 2 + effect.flat * HIT_POINT
            return min(given, (whom.max_hp - whom.hp) * HIT_POINT) + (FELLED if whom.is_down else 0)
        case Mend():
            return MENDED[whom.wound]
        case Boost():
            return _boosted(outlook.battle, effect, whom)
        case Extra():
            has_it = any(each.what == "extra" for each in whom.modifiers)
            return 0 if has_it else effect.amount * HIT_POINT * LASTING[effect.until] // 2
        case Guard():
            return _guarded(outlook, effect, whom)
        case Points() if has_dp(outlook.battle, whom):
            room = cap(outlook.battle, whom) - whom.dp
            return max(-whom.dp, min(effect.amount, room)) * A_POINT
    return 0


def _boosted(battle: Battle, effect: Boost, whom: Combatant) -> int:
    """Dice on checks to come; those she has already are not given twice."""
    is_late = effect.on == "attack" and effect.until != "fight" and whom.name in battle.acted
    is_same = any(each.what == "dice" and each.on == effect.on for each in whom.modifiers)
    if is_late or is_same or effect.on in ("initiative", "block") or is_helpless(battle, whom):
        return 0
    return effect.dice * A_DIE * LASTING[effect.until]


def _guarded(outlook: Outlook, effect: Guard, whom: Combatant) -> int:
    """So much off each blow of those who are near."""
    if any(each.what == "guard" for each in whom.modifiers):
        return 0
    against = outlook.battle.standing_ones(whom.side.other)
    near = sum(sees(outlook.who, foe) and cells_between(whom.cell, foe.cell) <= 2 for foe in against)
    return effect.amount * HIT_POINT * min(near, 2) * LASTING[effect.until] // 3


def cure(outlook: Outlook, id: str) -> int:
    """What healing by MP is worth: `wound:<name>`, or as many points as may be, `hp:<name>` (MG-53)."""
    what, _, name = id.partition(":")
    whom = outlook.battle[name]
    if what == "wound":
        mp = SEVERE_MP if whom.wound is Wound.SEVERE else LIGHT_MP
        return MENDED[whom.wound] - mp * MAGIC
    points = most_points(whom, outlook.who)
    is_hurt, is_urgent = 3 * whom.hp <= whom.max_hp, whom.is_down and points >= URGENT
    return (FELLED if is_urgent else 0) + points * ((HIT_POINT * 9 // 10 if is_hurt else 0) - MAGIC)


def thrown(outlook: Outlook, what: str) -> int:
    """What throwing something is worth: things that hurt, at the best it flies to; her weapons she keeps (MG-28)."""
    battle, who = outlook.battle, outlook.who
    kind, _, id = what.partition(":")
    if kind != "thing" or not battle.library.things[id].dam:
        return 0
    cells = metres(who, weight_of(battle, what)) // METRES
    near = (foe for foe in outlook.foes if cells_between(who.cell, foe.cell) <= cells)
    return max((strike_worth(battle, who, what, foe) for foe in near), default=0)
