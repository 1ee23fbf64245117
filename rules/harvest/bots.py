"""A sensible player: walks into reach, casts what is worth most, reacts, covers the weak.

It knows what its seat may know of the table: of the other camp's traps nothing (HV-81).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from rules.engine.choices import One, Option, Order, Pay, Route, Some, Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.engine.grid import cell_at
from rules.engine.text import Text
from rules.harvest.activation import castable, prices
from rules.harvest.battlefield import block
from rules.harvest.damage import attack_power, hit_for
from rules.harvest.effects import Effect, Either
from rules.harvest.entries import Deed, Grand, Item, Skill
from rules.harvest.judgement import HP, TP, effect_worth, own_worth, side, status_worth
from rules.harvest.movement import may_move
from rules.harvest.state import Battle, Combatant, Library
from rules.harvest.tactics import Outlook, action_score, best_payment, reaction_score, shield
from rules.harvest.terms import MANA_OF_FACE, Gift, Mana, Stat, StatusKey, TerrainKey, Timing
from rules.harvest.walking import best_way

Choice = Callable[[Battle, Question, Seat, Draws], Value]
OF_AN_ITEM = 25
OF_GRAND_MAGIC = 50
"""What something used up once a fight has to be worth."""
LAMENTING = 3 * HP
PATIENCE = 12
"""From this round on nobody waits any more."""


def sensible(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """A legal answer with some sense to it; a random legal one where it has no opinion."""
    if question.choices[seat].is_empty:
        return None
    choose = _CHOICES.get(question.key.removeprefix("harvest."), _any)
    return choose(battle, question, seat, draws)


# ---------------------------------------------------------------- without an opinion


def _any(_battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    return question.choices[seat].sample(draws)


def _first(_battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    shape = question.choices[seat]
    return shape.options[0].id if isinstance(shape, One) else None


def _keep_order(_battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    shape = question.choices[seat]
    return [option.id for option in shape.options] if isinstance(shape, Order) else None


def _options(question: Question, seat: Seat) -> tuple[Option, ...]:
    shape = question.choices[seat]
    return shape.options if isinstance(shape, One | Some | Order) else ()


def _best(options: tuple[Option, ...], worth: Callable[[Option], float], draws: Draws) -> str:
    """One of the options that are worth most."""
    worths = {option.id: worth(option) for option in options}
    return draws.pick([id for id, found in worths.items() if found == max(worths.values())])


# ---------------------------------------------------------------- where to stand


def _place(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """In the foremost row that is free, on good ground, anywhere in it."""
    outlook = Outlook(battle, battle[question.actor])
    return _best(_options(question, seat), lambda option: _placed(outlook, option.id), draws)


def _placed(outlook: Outlook, label: str) -> float:
    cell, who = cell_at(label), outlook.who
    return 5 * cell.row * who.camp.forward + outlook.ground(block(cell, who.size))


def _revive(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """Where she can do most."""
    outlook = Outlook(battle, battle[question.actor])
    return _best(_options(question, seat), lambda option: outlook.stand(cell_at(option.id)), draws)


def _move(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """Where most can be struck, and else nearer to them; not farther than needed, around what stings."""
    route, who = question.choices[seat], battle[question.actor]
    assert isinstance(route, Route)
    steps = question.about.params.get("steps")
    of_staying = LAMENTING * who.level(StatusKey.LAMENT)
    of_preparing = _preparation_worth(battle, who)
    outlook = Outlook(battle, who)
    return best_way(outlook, route, int(str(steps or 0)), of_preparing, of_staying, draws)


# ---------------------------------------------------------------- the action phase


def _begin(battle: Battle, question: Question, _seat: Seat, _draws: Draws) -> Value:
    """Act, unless burning would be the end of her and others can go on (HV-12)."""
    who = battle[question.actor]
    burns_down = who.level(StatusKey.BURN) >= who.hp
    others = [each for each in battle.standing_ones(who.camp) if each is not who]
    return None if burns_down and others and battle.round < PATIENCE else "act"


def _give_up_movement(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """Lift the worst where she stands well enough, or cannot move anyway."""
    who = battle[question.actor]
    worst, relief = _worst(battle, question, seat)
    outlook = Outlook(battle, who)
    if not may_move(who):
        return worst
    lament = LAMENTING * who.level(StatusKey.LAMENT)
    stands_well = who.cell is not None and outlook.promise(who.cell) > 0
    return worst if relief > lament and (stands_well or relief > 3 * HP) else None


def _give_up_preparation(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """Lift the worst if that is worth more than what she could prepare."""
    worst, relief = _worst(battle, question, seat)
    return worst if relief > _preparation_worth(battle, battle[question.actor]) else None


def _worst(battle: Battle, question: Question, seat: Seat) -> tuple[str, int]:
    """The status it would be best to be rid of, and what that is worth."""
    who = battle[question.actor]
    worths = {
        each.id: -status_worth(battle, each.id, who.level(each.id)) for each in _options(question, seat)
    }
    worst = max(worths, key=lambda id: worths[id])
    return worst, worths[worst]


def _prepare(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """What is worth more than its price."""
    outlook = Outlook(battle, battle[question.actor])
    gains = {each.id: _gain(outlook, each.id) for each in _options(question, seat)}
    best = max(gains, key=lambda id: gains[id])
    return best if gains[best] > 0 else None


def _preparation_worth(battle: Battle, who: Combatant) -> int:
    """What she would get out of a preparation timing now."""
    outlook = Outlook(battle, who)
    deeds = [f"skill:{id}" for id in who.skills] + [f"item:{id}" for id in dict.fromkeys(who.items)]
    deeds += [f"grand:{who.grand}"] if who.grand else []
    usable = [each for each in deeds if battle.library.deed(each).type == "A"]
    return sum(max(0, _gain(outlook, each)) for each in usable if _price(battle, who, each) is not None)


def _gain(outlook: Outlook, source: str) -> int:
    """What a deed of type A is worth above its price; what helps an attack only where there is one to make."""
    battle, who = outlook.battle, outlook.who
    deed = battle.library.deed(source)
    price = _price(battle, who, source)
    promise = outlook.promise(who.cell) if who.cell else 0
    helps = [each for each in deed.effects if _helps_attack(each)]
    others = tuple(each for each in deed.effects if each not in helps)
    worth = own_worth(battle, who, others)
    if promise > 0:
        worth += HP * deed.attack + own_worth(battle, who, tuple(helps))
    return worth - (price or 0)


def _helps_attack(effect: Effect) -> bool:
    """Whether it changes nothing but this action phase."""
    match effect.kind:
        case "touch":
            return effect.gift is not Gift.STORE
        case "modify":
            return effect.rounds == 0 or effect.stat in (Stat.ATTACK, Stat.ACTION_DICE)
    return False


def _price(battle: Battle, who: Combatant, source: str) -> int | None:
    """What a deed costs in worth; None where she cannot pay."""
    match battle.library.deed(source):
        case Skill() as skill:
            tp = max(0, skill.tp + who.level(StatusKey.PRESSURE))
            return TP * tp + _madness(who, tp) if tp <= who.tp else None
        case Item():
            return OF_AN_ITEM
        case Grand():
            return OF_GRAND_MAGIC


def _madness(who: Combatant, tp: int) -> int:
    """The mad have to keep some TP (HV-58)."""
    left = who.tp - tp - who.level(StatusKey.MADNESS)
    return 100 * HP if who.status(StatusKey.MADNESS) and left <= 0 else 0


def _activate(_battle: Battle, _question: Question, _seat: Seat, _draws: Draws) -> Value:
    return "challenge"


# ---------------------------------------------------------------- dice and mana


def _pay(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """What is worth most together."""
    pay, who = question.choices[seat], battle[question.actor]
    assert isinstance(pay, Pay)
    return best_payment(pay, _score(battle, who))


def _score(battle: Battle, who: Combatant) -> Callable[[list[str]], int]:
    """What casting is worth to her now, in her action phase or in a reaction."""
    if _timing(battle, who) is Timing.REACTION:
        threat = expected(battle, who)
        return lambda ids: reaction_score(battle, who, threat, ids)
    outlook = Outlook(battle, who)
    return lambda ids: action_score(outlook, ids)


def _timing(battle: Battle, who: Combatant) -> Timing:
    return Timing.ACTION if battle.attack is None or battle.acting == who.name else Timing.REACTION


def _unused(battle: Battle, question: Question, seat: Seat) -> list[str]:
    """The dice that the best payment leaves over."""
    who = battle[question.actor]
    dice = {each.id: MANA_OF_FACE[int(each.id.partition("=")[2])] for each in _options(question, seat)}
    timing = _timing(battle, who)
    pool = [*dice.values(), *who.stored]
    paid = best_payment(Pay(tuple(pool), tuple(prices(battle, who, timing))), _score(battle, who))
    spent = Counter(mana for id in paid for mana in battle.library.magic(id).cost)
    left: list[str] = []
    for id, mana in dice.items():
        if spent[mana]:
            spent[mana] -= 1
        else:
            left.append(id)
    return sorted(left, key=lambda id: _demand(battle, who, timing)[dice[id]])


def _demand(battle: Battle, who: Combatant, timing: Timing) -> Counter[Mana]:
    """How much she needs of each mana for what she knows."""
    return Counter(mana for spell in castable(battle, who, timing) for mana in spell.cost)


def _reroll(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """The dice that would be left over."""
    shape = question.choices[seat]
    assert isinstance(shape, Some)
    return _unused(battle, question, seat)[: shape.most]


def _turn_die(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """The die she needs least."""
    return next(iter(_unused(battle, question, seat)), None)


def _mana(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """What her magic asks for most."""
    who = battle[question.actor]
    demand = _demand(battle, who, _timing(battle, who))
    return _best(_options(question, seat), lambda option: demand[Mana(option.id)], draws)


def _store(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """What her attacks ask for most."""
    shape, who = question.choices[seat], battle[question.actor]
    assert isinstance(shape, Some)
    demand = _demand(battle, who, Timing.ACTION)
    wanted = sorted(shape.options, key=lambda each: -demand[Mana(each.id.partition("=")[2])])
    return [each.id for each in wanted[: shape.most]]


# ---------------------------------------------------------------- the attack


def _cell(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """The cell where the blow is worth most."""
    outlook, sources = Outlook(battle, battle[question.actor]), _sources(battle)
    worths = {
        cell.label: outlook.hit(mark, sources, outlook.power(sources), 1)
        for mark in outlook.marks
        for cell in mark.cells
    }
    return _best(_options(question, seat), lambda option: worths.get(option.id, 0), draws)


def _range(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """The range that covers most of what is worth striking."""
    outlook, sources = Outlook(battle, battle[question.actor]), _sources(battle)

    def worth(option: Option) -> int:
        return outlook.blow(sources, outlook.who.cells, frozenset(map(cell_at, option.cells)))

    return _best(_options(question, seat), worth, draws)


def _sources(battle: Battle) -> list[str]:
    return battle.attack.sources if battle.attack else []


def _targets(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """Every enemy, no friend; a special object that is better gone."""
    wanted = {mark.figure.name for mark in Outlook(battle, battle[question.actor]).marks}
    return [option.id for option in _options(question, seat) if option.id in wanted]


def _confused(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """The friend who bears it best."""

    def left(option: Option) -> int:
        return battle[option.id].hp - expected(battle, battle[option.id])

    return _best(_options(question, seat), left, draws)


# ---------------------------------------------------------------- the reaction


def expected(battle: Battle, who: Combatant) -> int:
    """The damage `who` would take as things stand."""
    attack = battle.attack
    if attack is None:
        return 0
    return hit_for(battle, attack, attack_power(battle, attack), who.name, who.name).total or 0


def _react(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """Cover when the blow would fell her and a friend could take it; else what is worth its price; else magic."""
    who, options = battle[question.actor], [option.id for option in _options(question, seat)]
    threat = expected(battle, who)
    friends = [id.removeprefix("cover:") for id in options if id.startswith("cover:")]
    gladly = [name for name in friends if _would_gladly_take(battle, who, battle[name])]
    if threat >= who.hp and gladly:
        return f"cover:{max(gladly, key=lambda name: battle[name].hp)}"
    deeds = [id for id in options if id.partition(":")[0] in ("skill", "item", "grand")]
    gains = {id: _defensive_gain(battle, who, threat, id) for id in deeds}
    best = max(gains, key=lambda id: gains[id], default="")
    if best and gains[best] > 0:
        return best
    return "challenge" if "challenge" in options else None


def _defensive_gain(battle: Battle, who: Combatant, threat: int, source: str) -> int:
    """What a deed of type R is worth above its price."""
    deed = battle.library.deed(source)
    return (
        shield(who, threat, deed.defence)
        + own_worth(battle, who, deed.effects)
        - (_price(battle, who, source) or 0)
    )


def _would_gladly_take(battle: Battle, target: Combatant, coverer: Combatant) -> bool:
    return coverer.camp is target.camp and coverer.hp > expected(battle, coverer)


def _consent(battle: Battle, question: Question, _seat: Seat, _draws: Draws) -> Value:
    """Cover a friend if one survives it."""
    coverer, target = battle[question.actor], battle[question.subjects[-1]]
    return "consent" if _would_gladly_take(battle, target, coverer) else None


# ---------------------------------------------------------------- effects


def _of_library(library: Library) -> Iterator[Effect]:
    """Every effect there is, those inside others too."""
    magics = [each for spell in library.spells.values() for each in (spell, *spell.enhancements)]
    deeds: list[Deed] = [*library.skills.values(), *library.items.values(), *library.grands.values()]
    waiting = [effect for each in magics for effect in each.effects]
    waiting += [effect for each in deeds for effect in each.effects]
    while waiting:
        effect = waiting.pop()
        yield effect
        if isinstance(effect, Either):
            waiting += effect.options


def _asked_about(battle: Battle, question: Question) -> Effect | None:
    """The effect whose receivers are asked for: found by the words that tell of it."""
    said = question.about.params.get("effect")
    kind = said.key.rpartition(".")[2] if isinstance(said, Text) else ""
    return next(
        (
            each
            for each in _of_library(battle.library)
            if each.kind == kind and each.describe(battle.library) == said
        ),
        None,
    )


def _receiver(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """Whom the effect does most good, or most harm."""
    effect, camp = _asked_about(battle, question), battle[question.actor].camp
    if effect is None:
        return _any(battle, question, seat, draws)
    return _best(
        _options(question, seat), lambda option: effect_worth(battle, camp, effect, option.id), draws
    )


def _cells(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """The cells where it does most, none where it does nothing."""
    effect, camp, shape = _asked_about(battle, question), battle[question.actor].camp, question.choices[seat]
    if effect is None or not isinstance(shape, Some):
        return _any(battle, question, seat, draws)
    worths = {each.id: effect_worth(battle, camp, effect, each.id) for each in shape.options}
    good = [id for id in draws.shuffled(list(worths)) if worths[id] > 0]
    return sorted(good, key=lambda id: -worths[id])[: shape.most]


def _either(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """The one that is worth more now."""
    options = _options(question, seat)
    said = [option.label.params.get("name") for option in options]
    offered = next(
        (
            each.options
            for each in _of_library(battle.library)
            if isinstance(each, Either) and [one.describe(battle.library) for one in each.options] == said
        ),
        None,
    )
    if offered is None:
        return _any(battle, question, seat, draws)
    who = battle[question.actor]
    return _best(options, lambda option: own_worth(battle, who, (offered[int(option.id)],)), draws)


def _overwrite(battle: Battle, question: Question, _seat: Seat, _draws: Draws) -> Value:
    """If it makes the status worth more to her side, or lasts longer."""
    named, subject = question.about.params.get("status"), battle.find(question.subjects[-1])
    key = next((key for key in battle.library.status_keys() if battle.library.status_named(key) == named), "")
    if not key or not isinstance(subject, Combatant):
        return "overwrite"
    old, new = _levels(question)
    camp = battle[question.actor].camp if battle.has(question.actor) else subject.camp.other
    gain = status_worth(battle, key, new) - status_worth(battle, key, old)
    return "overwrite" if gain * side(subject, camp) >= 0 else None


def _overwrite_terrain(_battle: Battle, question: Question, _seat: Seat, _draws: Draws) -> Value:
    """If it is not weaker."""
    old, new = _levels(question)
    return "overwrite" if new >= old else None


def _levels(question: Question) -> tuple[int, int]:
    """The level that is there, and that which would replace it."""
    shape = next(iter(question.choices.values()))
    said = shape.options[0].label.params if isinstance(shape, One) else {}
    return int(str(said.get("old", 0))), int(str(said.get("new", 0)))


def _ticks(_battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """What heals first, what may be the end of her last."""
    keys = [option.id for option in _options(question, seat)]
    return sorted(keys, key=lambda key: key != TerrainKey.SANCTUARY)


_CHOICES: Mapping[str, Choice] = {
    "place": _place,
    "place_next": _first,
    "next": _first,
    "end_next": _first,
    "begin": _begin,
    "move": _move,
    "give_up_movement": _give_up_movement,
    "give_up_preparation": _give_up_preparation,
    "prepare": _prepare,
    "activate": _activate,
    "reroll": _reroll,
    "turn_die": _turn_die,
    "mana": _mana,
    "pay": _pay,
    "store": _store,
    "range": _range,
    "cell": _cell,
    "targets": _targets,
    "confused": _confused,
    "react": _react,
    "consent": _consent,
    "ally": _receiver,
    "cells": _cells,
    "either": _either,
    "revive": _revive,
    "overwrite": _overwrite,
    "overwrite_terrain": _overwrite_terrain,
    "effects_order": _keep_order,
    "reaction_order": _keep_order,
    "reaction_effects_order": _keep_order,
    "ticks": _ticks,
}
