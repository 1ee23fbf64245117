"""Being attacked: block, dodge, counter or none; one passive action per attack (MG-40 to MG-43)."""

from collections.abc import Iterator

from rules.engine.choices import Option
from rules.engine.errors import Lapsed
from rules.engine.flow import Ask, Flow, ask_one, roll
from rules.engine.grid import cell_at
from rules.engine.text import Param, Text
from rules.magical_girls.asking import one_of, put, thing, word
from rules.magical_girls.checks import check, value_said, wins
from rules.magical_girls.costs import can_pay, costs, counter_dp, may_react, pay
from rules.magical_girls.effects import Boost
from rules.magical_girls.hits import on_hit, strike_back
from rules.magical_girls.map import MELEE, cells_between
from rules.magical_girls.numbers import DODGE, dice, has_dp, innate, is_helpless, secret_of, value
from rules.magical_girls.odds import chance
from rules.magical_girls.state import UNARMED, Attack, Battle, Check, Combatant
from rules.magical_girls.terms import Attribute, Side, Stance, Wound
from rules.magical_girls.verbs import show, tell

DODGE_DP = 1
STANCE_DIE = 3
"""What a block is more while one watches out to block: 1d3 (MG-31)."""
STRENGTH = f"attribute:{Attribute.STR}"


def answer(battle: Battle, depth: int) -> Flow[None]:
    """Who is asked, seeing the attack's level, picks one passive action or none.

    A protector who steps in meanwhile is asked instead (MG-45). An attacker who can act no more is not to be answered:
    the attack comes to nothing (MG-44).
    """

    def make() -> Ask:
        attack = battle.attacks[depth]
        bearer = battle.find(attack.asked)
        attacker = battle.find(attack.attacker)
        if bearer is None or bearer.is_out or attacker is None or attack.check is None:
            raise Lapsed()
        if is_stopped(battle, attack) or is_out_of_reach(battle, attack, bearer):
            raise Lapsed()
        found = one_of(options(battle, bearer, attack), may_pass=True)
        return put(
            battle,
            "passive",
            {bearer.seat: found},
            bearer,
            (attack.attacker,),
            params={
                "attacker": attacker.title,
                "source": battle.library.title_of(attack.source),
                "level": _level_said(attack, attack.check, bearer),
            },
            openly=("attacker", "source", "level"),
            in_vain=found.is_empty and _is_known_idle(battle, bearer),
        )

    if _needs_no_question(battle, battle.attacks[depth]):
        return
    chosen = yield from ask_one(make)
    bearer = battle.attacks[depth].asked
    battle.attacks[depth].asked = ""
    if chosen is not None and battle.find(bearer):
        yield from _act(battle, depth, bearer, str(chosen))


def _level_said(attack: Attack, found: Check, bearer: Combatant) -> Text:
    """How well it went, and that a protector takes 1.5 shares of an area attack (MG-45)."""
    level = found.level.named
    return Text("magical_girls.level_shares", {"level": level}) if bears_more(attack, bearer.name) else level


def bears_more(attack: Attack, name: str) -> bool:
    """Whether she protects from an area, and so takes 1.5 shares in all, also when it was aimed at her too (MG-45)."""
    return attack.is_area and attack.is_protector(name)


def _needs_no_question(battle: Battle, attack: Attack) -> bool:
    """Told why: she can do nothing, as all may know, and nobody could react for her meanwhile (MG-40, MG-45)."""
    who = battle.find(attack.asked)
    if who is None or list(options(battle, who, attack)) or not _is_known_idle(battle, who):
        return False
    if any(_may_meet_it(battle, each, who.side) for each in battle.standing_ones()):
        return False
    if not (is_stopped(battle, attack) or is_out_of_reach(battle, attack, who)):
        tell(battle, "idle_wound" if who.wound is Wound.SEVERE else "idle_dp", "MG-40", who)
    return True


def _is_known_idle(battle: Battle, who: Combatant) -> bool:
    """Whether everybody knows that she can do nothing: by a severe wound, or open numbers with 0 DP (MG-40, MG-52)."""
    if who.wound is Wound.SEVERE:
        return True
    is_open = not secret_of(who) or battle.on("enemies") == "all"
    return is_open and has_dp(battle, who) and who.dp <= 0


def _may_meet_it(battle: Battle, who: Combatant, side: Side) -> bool:
    """Whether she waits for a trigger, or might ask for an emergency reaction on that side (MG-32, MG-44)."""
    return bool(who.prepared) or (who.side is side and may_react(battle, who))


def is_stopped(battle: Battle, attack: Attack) -> bool:
    """Whether its maker can act no more; what was made with the last MP comes home all the same (MG-44, MG-54)."""
    attacker = battle.find(attack.attacker)
    return attacker is None or (is_helpless(battle, attacker) and not attack.is_last)


def is_out_of_reach(battle: Battle, attack: Attack, who: Combatant) -> bool:
    """Whether she has got farther away than it reaches, by an emergency reaction or the keeper's hand (MG-44)."""
    attacker = battle.find(attack.attacker)
    if battle.on("moved_away") == "hit" or attacker is None:
        return False
    start = cell_at(attack.middle) if attack.middle else attacker.cell
    return cells_between(start, who.cell) > attack.reach


def options(battle: Battle, who: Combatant, attack: Attack) -> Iterator[Option]:
    """What she may do against the attack; at 0 DP she is exhausted (MG-40); a stance leaves only its own (MG-30)."""
    if is_helpless(battle, who):
        return
    exhausted = has_dp(battle, who) and who.dp <= 0
    if may_block(battle, who) and not (exhausted and battle.on("exhausted_block") is False):
        yield word("block", _block_note(battle, who))
    if exhausted:
        return
    if who.stance is not Stance.BLOCK and can_pay(battle, who, DODGE_DP, is_passive=True):
        watching = 1 if who.stance is Stance.DODGE else 0
        on_dice = dice(battle, who, "dodge") + watching
        yield word("dodge", _note(battle, who, DODGE_DP, f"skill:{DODGE}", on_dice, attack.check))
    if who.stance is None and may_be_countered(battle, who, attack):
        on_dice = dice(battle, who, "counter")
        against = attack.check if battle.on("counter_check") == "defender" else None
        for source in counters(battle, who):
            dp = counter_dp(battle, source)
            yield thing(
                f"counter:{source}",
                Text("magical_girls.option.counter", {"source": battle.library.title_of(source)}),
                _note(battle, who, dp, STRENGTH, on_dice, against),
            )


def _block_note(battle: Battle, who: Combatant) -> Text:
    die, bonus = f"1d{block_die(battle, who)}", block_bonus(battle, who)
    watching = f" + 1d{STANCE_DIE}" if who.stance is Stance.BLOCK else ""
    more = f" {'+' if bonus > 0 else '-'} {abs(bonus)}" if bonus else ""
    said: dict[str, Param] = {"dice": f"{die}{watching}{more}", "price": costs(battle, who, 0)}
    return Text("magical_girls.note.block", said)


def _note(battle: Battle, who: Combatant, dp: int, what: str, on_dice: int, against: Check | None) -> Text:
    """Its price and value, and how likely it is to win, where the check to beat has been rolled."""
    aim = value(battle, who, what)
    said: dict[str, Param] = {
        "price": costs(battle, who, dp, is_passive=True),
        "value": value_said(battle, who, what, on_dice),
    }
    if against is None:
        return Text("magical_girls.note.check", said)
    least, most = chance(battle, aim, on_dice, against, who.seat)
    if least == most:
        return Text("magical_girls.note.chance", said | {"chance": least})
    return Text("magical_girls.note.chances", said | {"least": least, "most": most})


def block_die(battle: Battle, who: Combatant) -> int:
    """The sides of her best block die: DEF of a melee weapon; 0 for none (MG-41)."""
    held = (battle.library.weapons[id] for id in who.weapons)
    return max((weapon.block for weapon in held if weapon.kind == "melee"), default=0)


def block_bonus(battle: Battle, who: Combatant) -> int:
    """What abilities, for a while or always, add to a block's amount."""
    changes = [each.amount for each in who.modifiers if each.what == "dice" and each.on == "block"]
    always = [each for _entry, each in innate(battle, who) if isinstance(each, Boost) and each.on == "block"]
    return sum(changes) + sum(each.dice for each in always)


def may_block(battle: Battle, who: Combatant) -> bool:
    """Whether she has something to block with, and does not watch out to dodge (MG-30, MG-41)."""
    return block_die(battle, who) > 0 and who.stance is not Stance.DODGE


def may_be_countered(battle: Battle, who: Combatant, attack: Attack) -> bool:
    """Only melee weapon and unarmed attacks, and while the attacker is still within her reach (MG-17, MG-43)."""
    kind, _, id = attack.source.partition(":")
    is_melee = kind == UNARMED or (kind == "weapon" and battle.library.weapons[id].kind == "melee")
    attacker = battle.find(attack.attacker)
    return is_melee and attacker is not None and cells_between(who.cell, attacker.cell) <= MELEE


def counters(battle: Battle, who: Combatant) -> list[str]:
    """What she may counter with now: bare hands and melee weapons, for half their DP (MG-43)."""
    melee = [f"weapon:{id}" for id in who.weapons if battle.library.weapons[id].kind == "melee"]
    found = [*dict.fromkeys(melee), UNARMED]
    return [each for each in found if can_pay(battle, who, counter_dp(battle, each), is_passive=True)]


# ---------------------------------------------------------------- what comes of it


def _act(battle: Battle, depth: int, name: str, chosen: str) -> Flow[None]:
    match chosen.partition(":"):
        case ("block", _, _):
            yield from _blocks(battle, depth, name)
        case ("dodge", _, _):
            yield from _dodges(battle, depth, name)
        case (_, _, source):
            yield from _counters(battle, depth, name, source)


def _blocks(battle: Battle, depth: int, name: str) -> Flow[None]:
    """1dDEF off the damage; the attack counts as a hit (MG-41); 1d3 more for who watches out to block (MG-31)."""
    who = battle[name]
    pay(battle, who, 0, is_passive=True)
    faces = yield from roll(name, "MG-41", 1, block_die(battle, who))
    if who.stance is Stance.BLOCK:
        faces += yield from roll(name, "MG-31", 1, STANCE_DIE)
    amount = max(0, sum(faces) + block_bonus(battle, battle[name]))
    battle.attacks[depth].blocked[name] = amount
    tell(battle, "blocks", "MG-41", battle[name], faces=faces, amount=amount)


def _dodges(battle: Battle, depth: int, name: str) -> Flow[None]:
    """Dodge against the attack; won: not hit (MG-42). A bonus die for who watches out to dodge (MG-30)."""
    paid = pay(battle, battle[name], DODGE_DP, is_passive=True)
    watching = 1 if battle[name].stance is Stance.DODGE else 0
    found = yield from check(battle, name, f"skill:{DODGE}", "dodge", "MG-42", watching)
    attack = battle.attacks[depth]
    assert attack.check is not None
    if found.level.is_success and wins(battle, found, attack.check):
        attack.avoided.append(name)
        tell(battle, "dodges", "MG-42", battle[name], is_secret=True, dp=paid)
    else:
        tell(battle, "dodge_fails", "MG-42", battle[name], is_secret=True, dp=paid)


def _counters(battle: Battle, depth: int, name: str, source: str) -> Flow[None]:
    """STR against the attack; won: no damage, and she hits the attacker (MG-43).

    The attack counts as a hit either way: the wound that its weapon always causes comes through, that of an extreme
    hit does not (settled).
    """
    paid = pay(battle, battle[name], counter_dp(battle, source), is_passive=True)
    show(battle, battle[name])
    found = yield from check(battle, name, STRENGTH, "counter", "MG-43")
    attack = battle.attacks[depth]
    against = attack.check
    if battle.on("counter_check") == "both" and battle.find(attack.attacker):
        against = yield from check(battle, attack.attacker, STRENGTH, "counter", "MG-43")
    assert against is not None
    if found.level.is_success and wins(battle, found, against):
        attack.avoided.append(name)
        title = battle.library.title_of(source)
        tell(battle, "counters", "MG-43", battle[name], is_secret=True, source=title, dp=paid)
        yield from strike_back(battle, name, source, attack.attacker)
        on_hit(battle, name, attack)
    else:
        tell(battle, "counter_fails", "MG-43", battle[name], is_secret=True, dp=paid)
