"""What somebody may do: the listed actions with their prices, and anything else (MG-15 to MG-28)."""

from collections.abc import Iterator

from rules.engine.choices import Option, Value
from rules.engine.flow import Flow
from rules.engine.text import Listed, Param, Text
from rules.magical_girls.abilities import heal_with_mp, healable, may_heal, may_use, only_aim, use
from rules.magical_girls.asking import decide, foes_first, one_of, thing, word
from rules.magical_girls.attack import checked, strike
from rules.magical_girls.checks import value_now
from rules.magical_girls.costs import (
    SIZES,
    SMALL,
    STANDARD,
    attack_dp,
    can_pay,
    costs,
    pay,
    payable,
    price,
    sizes_note,
    weight_class,
)
from rules.magical_girls.damage import arm_of, damage_said
from rules.magical_girls.effects import dice_said
from rules.magical_girls.entries import Ability
from rules.magical_girls.free import act_freely, use_skill
from rules.magical_girls.map import METRES, awake_at, in_reach, reach, sees
from rules.magical_girls.moving import move, price_of_way, reachable
from rules.magical_girls.numbers import THROWING, has_dp, is_helpless, is_own_turn, named, speed
from rules.magical_girls.outcome import end_of_match
from rules.magical_girls.state import UNARMED, Battle, Combatant
from rules.magical_girls.terms import Cover, Wound
from rules.magical_girls.things import touch, touch_named, touches
from rules.magical_girls.throwing import may_throw, throw
from rules.magical_girls.verbs import tell

DEEDS_WITHOUT_DP = 1
"""Actions of a turn for enemies that have no DP (MG-14)."""


def options(battle: Battle, who: Combatant, *, is_prepared: bool = False) -> Iterator[Option]:
    """Everything she may do now, each with what it costs; to be prepared: whatever may fit when its moment comes."""
    if may_act(battle, who) or is_prepared:
        yield from _attacks(battle, who, is_prepared=is_prepared)
        for id in dict.fromkeys(who.abilities):
            if is_prepared or may_use(battle, who, battle.library.abilities[id]):
                yield _as_ability(battle, who, id, is_prepared=is_prepared)
    if is_prepared or reachable(battle, who):
        yield _as_move(battle, who)
    if may_act(battle, who) or is_prepared:
        yield from _others(battle, who, is_prepared=is_prepared)


def has_any(battle: Battle, who: Combatant) -> bool:
    """Whether there is anything that she may do now."""
    return any(True for _option in options(battle, who))


def may_act(battle: Battle, who: Combatant) -> bool:
    """Whether she has an action left: as many as she can pay for; one a turn for enemies without DP (MG-14)."""
    return has_dp(battle, who) or battle.deeds < DEEDS_WITHOUT_DP or battle.acting != who.name


def _others(battle: Battle, who: Combatant, *, is_prepared: bool) -> Iterator[Option]:
    if is_prepared or may_throw(battle, who):
        yield word("throw", _throw_note(battle, who))
    if is_prepared or can_hide(battle, who):
        yield word("hide", costs(battle, who, hide_dp(battle, who)))
    if is_own_turn(battle, who) and not is_prepared and may_heal(battle, who) and healable(battle, who):
        yield word("heal", costs(battle, who, SMALL))
    yield from touches(battle, who, is_prepared=is_prepared)
    if who.wound is not Wound.SEVERE and can_pay(battle, who, 0):
        sizes = SIZES if is_prepared else payable(battle, who, SIZES)
        yield word("skill", sizes_note(battle, who, "keeper_sizes", sizes))
        yield word("free", sizes_note(battle, who, "keeper_sizes", sizes))


def _throw_note(battle: Battle, who: Combatant) -> Text:
    """Its price, and the value that it is checked on: at somebody, dice on attacks count too (MG-28)."""
    into, at = (value_now(battle, who, f"skill:{THROWING}", on) for on in ("throwing", "attack"))
    said: dict[str, Param] = {"price": costs(battle, who, SMALL), "value": into}
    if at == into:
        return Text("magical_girls.note.check", said)
    return Text("magical_girls.note.throws", said | {"at": at})


def act(battle: Battle, name: str, choice: str) -> Flow[None]:
    """One of them; a match that it decides is over at once (MG-05, MG-06)."""
    yield from _do(battle, name, choice)
    end_of_match(battle)


def _do(battle: Battle, name: str, choice: str) -> Flow[None]:
    kind, _, id = choice.partition(":")
    match kind:
        case "attack":
            yield from attack(battle, name, id)
        case "ability":
            yield from use(battle, name, id)
        case "move":
            yield from move(battle, name)
        case "throw":
            yield from throw(battle, name)
        case "hide":
            hide(battle, name)
        case "heal":
            yield from heal_with_mp(battle, name)
        case "lift" | "put_down":
            yield from touch(battle, name, kind, id)
        case "skill":
            yield from use_skill(battle, name)
        case _:
            yield from act_freely(battle, name)


def can_begin(battle: Battle, who: Combatant, choice: str) -> bool:
    """Whether it can be done and paid for now."""
    return any(option.id == choice for option in options(battle, who))


def said(battle: Battle, choice: str) -> Param:
    """An action's name."""
    kind, _, id = choice.partition(":")
    match kind:
        case "attack":
            return Text("magical_girls.option.attack", {"source": battle.library.title_of(id)})
        case "ability":
            return battle.library.title_of(choice)
        case "lift" | "put_down":
            return touch_named(battle, kind, id)
    return Text(f"magical_girls.option.{kind}")


# ---------------------------------------------------------------- attacks


def attacks(who: Combatant) -> list[str]:
    """What she may attack with: her weapons, bare hands."""
    return [*(f"weapon:{id}" for id in dict.fromkeys(who.weapons)), UNARMED]


def targets(battle: Battle, who: Combatant, source: str) -> list[Combatant]:
    """Whom it reaches: those whom she sees and who are not out, friends too."""
    return [each for each in in_reach(battle, who, reach(battle, source)) if not each.is_out]


def attack(battle: Battle, name: str, source: str) -> Flow[None]:
    """Choose a target, pay, strike; a trait may allow more attacks for the same DP (MG-20)."""
    many = attacks_at_once(battle, source)
    for at in range(many):
        if at and not can_strike_again(battle, name, source):
            return
        dp = attack_dp(battle, source) if at == 0 else 0
        title = _one_of_several(battle, source, at + 1, many)
        chosen = yield from _target(battle, name, source, dp, title)
        if chosen is None:
            return
        paid = pay(battle, battle.able(name), dp) if at == 0 else 0
        yield from strike(
            battle, name, source, [str(chosen)], reach=reach(battle, source), said=title, paid=paid
        )
        end_of_match(battle)


def attacks_at_once(battle: Battle, source: str) -> int:
    """How many attacks its DP allow (MG-20)."""
    weapon = battle.library.weapons.get(source.partition(":")[2])
    return weapon.attacks if weapon else 1


def _one_of_several(battle: Battle, source: str, at: int, many: int) -> Text:
    """What attacks, and which of how many attacks it is where there are several."""
    title = battle.library.title_of(source)
    return title if many < 2 else Text("magical_girls.attack_of", {"source": title, "at": at, "many": many})


def _target(battle: Battle, name: str, source: str, dp: int, title: Text) -> Flow[Value]:
    """Whom, as long as she has the weapon and it can be paid for."""
    return (
        yield from decide(
            battle,
            name,
            "target",
            lambda who: one_of(foes_first(who, targets(battle, who, source)), may_pass=True),
            holds=lambda who: source in attacks(who) and can_pay(battle, who, dp),
            source=title,
            dp=price(battle, battle.able(name), dp),
        )
    )


def can_strike_again(battle: Battle, name: str, source: str) -> bool:
    """Whether the next attack of the same DP finds her able and armed, and somebody in reach (MG-20, MG-52)."""
    who = battle.find(name)
    if who is None or is_helpless(battle, who) or source not in attacks(who):
        return False
    return bool(targets(battle, who, source))


def _attacks(battle: Battle, who: Combatant, *, is_prepared: bool) -> Iterator[Option]:
    """Those that find foes first; whom a prepared one finds is not yet known."""
    found = {source: targets(battle, who, source) for source in attacks(who)}
    for source, near in sorted(
        found.items(), key=lambda each: not is_prepared and _are_friends(who, each[1])
    ):
        if is_prepared or (near and can_pay(battle, who, attack_dp(battle, source))):
            yield _as_attack(battle, who, source, near, is_prepared=is_prepared)


def _are_friends(who: Combatant, near: list[Combatant]) -> bool:
    """Whether an attack finds somebody, and only of her own side."""
    return bool(near) and all(each.side is who.side for each in near)


def _as_attack(
    battle: Battle, who: Combatant, source: str, near: list[Combatant], *, is_prepared: bool
) -> Option:
    cells = tuple(dict.fromkeys(each.cell.label for each in near))
    is_for_friends = not is_prepared and _are_friends(who, near)
    friends = [Text("magical_girls.note.friends_only")] if is_for_friends else []
    note = Text(
        "magical_girls.note.attack",
        {
            "value": value_now(battle, who, checked(battle, source), "attack"),
            "metres": reach(battle, source) * METRES,
            "damage": damage_said(battle, who, source),
            "made": [*_made(battle, who, source), *friends],
            "price": costs(battle, who, attack_dp(battle, source)),
        },
    )
    return Option(f"attack:{source}", _named("attack", source=battle.library.title_of(source)), note, cells)


def _made(battle: Battle, who: Combatant, source: str) -> Listed:
    """The class of its weight, its type of harm, its attacks if several, its wound (MG-20, MG-21, MG-50)."""
    weapon = battle.library.weapons.get(source.partition(":")[2])
    said: Listed = [Text(f"magical_girls.weight.{weight_class(weapon)}")] if weapon else []
    said.append(arm_of(battle, who, source).harm.named)
    if weapon and weapon.attacks > 1:
        said.append(Text("magical_girls.sheet.attacks", {"count": weapon.attacks}))
    if weapon and weapon.wound is not Wound.NONE:
        said.append(weapon.wound.named)
    return said


def _named(key: str, **params: Param) -> Text:
    return Text(f"magical_girls.option.{key}", params)


# ---------------------------------------------------------------- abilities, movement, hiding, things


def _as_ability(battle: Battle, who: Combatant, id: str, *, is_prepared: bool) -> Option:
    """With whom it would work on if there is no choice; when it is prepared, that is not yet known."""
    ability = battle.library.abilities[id]
    price = costs(battle, who, ability.dp, ability.mp)
    said: dict[str, Param] = {"does": _cast(battle, who, ability), "price": price}
    is_open = is_prepared or ability.target != "one"
    only = None if is_open else battle.find(only_aim(battle, who, ability))
    if only is None:
        return thing(f"ability:{id}", ability.title, Text("magical_girls.note.ability", said))
    note = Text("magical_girls.note.ability_on", said | {"whom": only.title})
    return thing(f"ability:{id}", ability.title, note, (only.cell.label,))


def _cast(battle: Battle, who: Combatant, ability: Ability) -> Text:
    """What it does; what strikes begins with its check (MG-24)."""
    if ability.strike is None:
        return described(ability)
    what = ability.strike.check
    said: dict[str, Param] = {"what": named(battle, what), "value": value_now(battle, who, what, "attack")}
    return Text("magical_girls.note.cast", {**said, "does": described(ability)})


def described(ability: Ability) -> Text:
    """What it does, how far, to whom."""
    parts: Listed = []
    if made := ability.strike:
        dice = dice_said(made.dice, made.sides, made.flat)
        parts.append(Text("magical_girls.note.strike", {"dice": dice, "harm": made.harm.named}))
        parts += [made.wound.named] if made.wound is not Wound.NONE else []
    parts += [effect.describe() for effect in ability.effects]
    kind: str = "here" if ability.target == "area" and not ability.reach else ability.target
    kind = "other" if ability.for_others and kind == "one" else kind
    kind += ".foes" if ability.spares and ability.target == "area" else ""
    aim = Text(f"magical_girls.aim.{kind}", {"metres": ability.reach, "radius": ability.radius})
    return Text("magical_girls.note.does", {"does": parts, "aim": aim})


def _as_move(battle: Battle, who: Combatant) -> Option:
    cells = tuple(cell.label for cell in reachable(battle, who))
    per = f"{speed(battle, who) / 2:g}"
    return Option(
        "move",
        _named("move"),
        Text("magical_girls.note.move", {"metres": per, "dp": price_of_way(battle, who, 1)}),
        cells,
    )


def hide_dp(battle: Battle, who: Combatant) -> int:
    """Half cover 2 DP, full cover 0 (MG-27)."""
    return 0 if battle.cover.get(who.cell.label) is Cover.FULL else STANDARD


def can_hide(battle: Battle, who: Combatant) -> bool:
    """Whether there is cover where she is, and no foe whom she sees beside her behind it (MG-27)."""
    here = who.cell.label in battle.cover
    is_watched = any(each.side is not who.side and sees(who, each) for each in awake_at(battle, who.cell))
    return here and not who.is_hidden and not is_watched and can_pay(battle, who, hide_dp(battle, who))


def hide(battle: Battle, name: str) -> None:
    """Out of sight until she acts or is found (MG-27); all see that she hides."""
    who = battle.able(name)
    paid = pay(battle, who, hide_dp(battle, who))
    tell(battle, "hides", "MG-27", who, cells=(who.cell,), is_secret=True, cell=who.cell.label, dp=paid)
    who.is_hidden = True
