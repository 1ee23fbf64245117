"""Attack and defence, from declaring to life damage (KG-10 to KG-16, KG-20 to KG-27)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.choices import Order, Some
from rules.engine.errors import Frame, Lapsed
from rules.engine.flow import Ask, Flow, Need, ask, frame, roll
from rules.engine.log import Explanation, Part
from rules.engine.text import Param, Text
from rules.kamigakari.asking import decide, one_of, people, put, thing, word
from rules.kamigakari.checks import make_check, wins
from rules.kamigakari.effects import Effect
from rules.kamigakari.entries import Distance, Target, Weapon
from rules.kamigakari.map import group_of, within
from rules.kamigakari.numbers import Sum, constant_minus, number, rank_changes, secret_of
from rules.kamigakari.reckoning import CONCEPT_CAP, RANK_CAP, Reduction, counted, multiplier, rank, reduction
from rules.kamigakari.state import Attack, Battle, Check, Combatant
from rules.kamigakari.talents import offer, usable
from rules.kamigakari.terms import At, AttackKind, Attribute, Kind, Stat, StatusKey, Timing
from rules.kamigakari.verbs import cure, expire, hurt, tell, topple
from rules.kamigakari.workings import run_all

COVER, AMBUSH_DAMAGE = 5, 5
BONDS_FOR_CONCEPT, CONCEPT_COST = 7, 2


@dataclass(frozen=True)
class Plan:
    """What an attack is, by its weapon or talent."""

    kind: AttackKind
    active: Stat
    damage: Kind
    own_rank: int
    amount: int
    attributes: tuple[Attribute, ...]
    distance: Distance
    target: Target
    is_half_resisted: bool
    harm: tuple[Effect, ...]


def plan_of(battle: Battle, attacker: Combatant, source: str, weapon: str) -> Plan:
    """The weapon's, or the talent's where a talent makes the attack (KG-10, KG-11)."""
    kind, _, id = source.partition(":")
    gear = tuple(attribute for item in attacker.items for attribute in battle.library.items[item].attributes)
    if kind == "weapon":
        return _by_weapon(battle.library.weapons[id], attacker, gear)
    talent = battle.library.talents[id]
    strike = talent.strike
    assert strike is not None
    base = _by_weapon(battle.library.weapons[weapon], attacker, ()) if weapon else None
    own = attacker.dicing.dice if attacker.dicing and strike.rank else strike.rank
    return Plan(
        kind=base.kind if base and strike.kind is not AttackKind.SPECIAL else strike.kind,
        active=base.active if base else _active(strike.kind, strike.active),
        damage=base.damage if base else strike.damage,
        own_rank=base.own_rank if base else own,
        amount=strike.amount,
        attributes=tuple(dict.fromkeys((*strike.attributes, *(base.attributes if base else ()), *gear))),
        distance=talent.distance,
        target=talent.target,
        is_half_resisted=strike.resisted == "half" and strike.kind is not AttackKind.SPECIAL,
        harm=strike.harm,
    )


def _active(kind: AttackKind, special: Stat) -> Stat:
    return {AttackKind.PHYSICAL: Stat.ACCURACY, AttackKind.MAGIC: Stat.INVOCATION}.get(kind, special)


def _by_weapon(weapon: Weapon, attacker: Combatant, gear: tuple[Attribute, ...]) -> Plan:
    """A weapon attack: accuracy with the physical Rank of 1, or invocation with the printed Rank (KG-23)."""
    is_magic = weapon.kind == "magic"
    own = weapon.rank if is_magic else 1
    return Plan(
        kind=AttackKind.MAGIC if is_magic else AttackKind.PHYSICAL,
        active=Stat.INVOCATION if is_magic else Stat.ACCURACY,
        damage=Kind.MAGICAL if is_magic else Kind.PHYSICAL,
        own_rank=attacker.dicing.dice if attacker.dicing else own,
        amount=0,
        attributes=tuple(dict.fromkeys((*weapon.attributes, *gear))),
        distance=weapon.distance,
        target=weapon.target,
        is_half_resisted=False,
        harm=(),
    )


# ---------------------------------------------------------------- 1 to 4


def strike(battle: Battle, attacker: str, source: str, weapon: str) -> Flow[None]:
    """One attack, from its distance and target on; declaring and paying came before (KG-12)."""
    battle.attack = Attack(attacker, source, weapon)
    tell(battle, "declares", "KG-12", battle.able(attacker), source=battle.library.title_of(source))
    yield from frame(Frame.ACTION, _steps(battle))
    expire(battle, "attack")
    if battle.find(attacker):
        cure(battle, battle[attacker], StatusKey.AMBUSH)
        cure(battle, battle[attacker], StatusKey.HIDDEN)
    battle.attack = None


def attack_of(battle: Battle) -> Attack:
    """The attack in progress."""
    assert battle.attack is not None
    return battle.attack


def plan(battle: Battle) -> Plan:
    """What the attack in progress is."""
    attack = attack_of(battle)
    return plan_of(battle, battle[attack.attacker], attack.source, attack.weapon)


def _steps(battle: Battle) -> Flow[None]:
    attack = attack_of(battle)
    attack.targets = yield from choose_targets(battle)
    if not attack.targets:
        tell(battle, "nobody", "KG-13", battle.able(attack.attacker))
        return
    yield from offer(battle, attack.attacker, (Timing.SPECIAL,), At.ACTIVE_CHECK)
    yield from _targets_still_there(battle)
    if not attack.targets:
        return
    yield from active_check(battle)
    assert attack.active is not None
    if attack.active.is_fumble:
        tell(battle, "misses_all", "KG-14", battle.able(attack.attacker))
        return
    if not attack.active.is_critical:
        for target in list(attack.targets):
            yield from frame(Frame.REACTION, passive_check(battle, target))
    struck = [name for name in attack.targets if battle.stands(name) and is_struck(battle, name)]
    if struck:
        yield from calculate(battle, struck)


def candidates(battle: Battle) -> list[str]:
    """Whom the attack may strike: within its distance, not oneself, no hidden enemy (KG-13, KG-31)."""
    attack, now = attack_of(battle), plan(battle)
    who = battle.able(attack.attacker)
    reach = sum(battle.library.items[id].reach for id in who.items)
    near = within(battle, attack.attacker, now.distance, reach)
    return [
        name
        for name in near
        if name != attack.attacker
        and not (battle[name].status(StatusKey.HIDDEN) and battle[name].side is not who.side)
    ]


def choose_targets(battle: Battle) -> Flow[list[str]]:
    """Whom it strikes: n different characters, one engaged group or one square, or anybody on the map (KG-31)."""
    attack, now = attack_of(battle), plan(battle)
    if not candidates(battle):
        return []
    most = now.target.count if now.target.kind == "characters" else len(candidates(battle))
    chosen: object = None
    if now.target.kind == "area":
        return (yield from _area(battle))
    chosen = yield from decide(
        battle,
        attack.attacker,
        "targets",
        lambda _who: Some(people(battle, candidates(battle)), 1, min(most, len(candidates(battle)))),
    )
    return chosen if isinstance(chosen, list) else []


def _area(battle: Battle) -> Flow[list[str]]:
    """One square, or any number within one engaged group (KG-31): the first chosen says which group."""
    attack = attack_of(battle)
    first = yield from decide(
        battle, attack.attacker, "area", lambda _who: one_of(people(battle, candidates(battle)))
    )
    group = group_of(battle, str(first))

    def others() -> list[str]:
        return [name for name in candidates(battle) if name in group and name != first]

    if not others():
        return [str(first)]
    more = yield from decide(
        battle,
        attack.attacker,
        "area_more",
        lambda _who: Some(people(battle, others()), 0, len(others()), may_pass=True),
    )
    return [str(first), *(more if isinstance(more, list) else [])]


def _targets_still_there(battle: Battle) -> Flow[None]:
    """A target that a ruling moved out of the distance is chosen anew; nobody left: the attack fails (KG-13)."""
    attack = attack_of(battle)
    legal = candidates(battle)
    if all(name in legal for name in attack.targets):
        return
    attack.targets = [name for name in attack.targets if name in legal]
    if not attack.targets:
        attack.targets = yield from choose_targets(battle)
    if not attack.targets:
        tell(battle, "nobody", "KG-13", battle.able(attack.attacker))


def active_check(battle: Battle) -> Flow[None]:
    """Accuracy or invocation, with what the weapon adds (KG-11)."""
    attack = attack_of(battle)
    attack.active = Check(attack.attacker, plan(battle).active)
    bonus = Sum(())
    if attack.weapon and battle.library.weapons[attack.weapon].accuracy:
        weapon = battle.library.weapons[attack.weapon]
        bonus = Sum((Part(_source(weapon.title), weapon.accuracy, secret_of(battle[attack.attacker])),))
    yield from make_check(battle, attack.active, "KG-12", bonus)


def passive_check(battle: Battle, target: str) -> Flow[None]:
    """Evasion, resist or insight against the attack's result; the active side manipulates no more (KG-03, KG-11)."""
    attack = attack_of(battle)
    yield from offer(battle, target, (Timing.DEFENCE, Timing.SPECIAL), At.PASSIVE_CHECK)
    check = Check(target, plan(battle).kind.passive)
    attack.passive[target] = check
    yield from make_check(battle, check, "KG-12", _cover(battle, target))
    assert attack.active is not None
    is_won = wins(attack.active, check)
    if not is_won:
        attack.succeeded.append(target)
    key = "contest_lost" if is_won else "contest_won"
    tell(battle, key, "KG-03", battle.able(target), active=attack.active.total, passive=check.total)


def _cover(battle: Battle, target: str) -> Sum:
    """5 harder to hit for attackers who are not engaged with the covered one (KG-36)."""
    is_covered = battle[target].status(StatusKey.COVER) and attack_of(battle).attacker not in group_of(
        battle, target
    )
    return Sum((Part(StatusKey.COVER.named, COVER),) if is_covered else ())


def is_struck(battle: Battle, target: str) -> bool:
    """Whether anything of the attack is left for that target (KG-14, KG-15)."""
    attack = attack_of(battle)
    check = attack.passive.get(target)
    if check is None:
        return attack.active is not None and attack.active.is_critical
    if target not in attack.succeeded:
        return True
    return plan(battle).is_half_resisted and not check.is_critical


def is_harmed(battle: Battle, target: str) -> bool:
    """Whether harmful effects apply: not after any passive success (KG-15 settled)."""
    return is_struck(battle, target) and target not in attack_of(battle).succeeded


# ---------------------------------------------------------------- 5 and 6


def calculate(battle: Battle, struck: list[str]) -> Flow[None]:
    """One damage calculation, each target its own Rank for its weaknesses; then reduction, at the same time (KG-16)."""
    attack = attack_of(battle)
    yield from pick_attribute(battle)
    yield from offer(battle, attack.attacker, (Timing.SPECIAL,), At.CALCULATION)
    yield from concept_destruction(battle)
    thrown = yield from _dicing(battle, struck)
    damage = {name: dealt(battle, name, thrown) for name in struck}
    for name in (yield from reduction_order(battle, struck)):
        yield from frame(Frame.REACTION, offer(battle, name, (Timing.DEFENCE, Timing.SPECIAL), At.REDUCTION))
    losses = [(name, *reduced(battle, name, damage[name])) for name in struck if battle.stands(name)]
    for name, lost, how in losses:
        hurt(battle, battle[name], lost, "KG-26", how)
    topple(battle)
    yield from harm(battle, [(name, lost) for name, lost, _how in losses])


def pick_attribute(battle: Battle) -> Flow[None]:
    """Of several attributes the attacker picks one at calculation (KG-25)."""
    attack, attributes = attack_of(battle), plan(battle).attributes
    if len(attributes) < 2:
        attack.attribute = attributes[0] if attributes else None
        return
    chosen = yield from decide(
        battle,
        attack.attacker,
        "attribute",
        lambda _who: one_of([thing(each.value, each.named) for each in attributes]),
    )
    attack.attribute = Attribute(str(chosen))


def concept_destruction(battle: Battle) -> Flow[None]:
    """7 bonds: 1d6 more Rank for 2d6 of the spirit crest (KG-24, KG-37)."""
    attack = attack_of(battle)
    who = battle.able(attack.attacker)
    if not who.is_player or who.bonds < BONDS_FOR_CONCEPT or who.crest <= 0 or plan(battle).own_rank == 0:
        return
    chosen = yield from decide(
        battle, attack.attacker, "concept", lambda _who: one_of([word("concept")], may_pass=True)
    )
    if chosen is None:
        return
    (face,) = yield from roll(attack.attacker, "KG-24", 1)
    attack.concept = face
    battle.able(attack.attacker).crest_debt += CONCEPT_COST
    tell(battle, "concept", "KG-24", battle.able(attack.attacker), faces=(face,), amount=face)


def ranked(battle: Battle, target: str) -> Explanation:
    """The Rank against this target, and where each point came from (KG-23 to KG-25)."""
    attack, now = attack_of(battle), plan(battle)
    attacker = battle[attack.attacker]
    secret = secret_of(attacker)
    parts = [Part(Text("kamigakari.part.own_rank"), now.own_rank, secret)]
    if attack.weapon and now.damage is Kind.PHYSICAL and battle.library.weapons[attack.weapon].rank:
        weapon = battle.library.weapons[attack.weapon]
        parts.append(Part(_source(weapon.title), weapon.rank, secret))
    parts += rank_changes(battle, attacker, now.damage).parts
    if attack.concept:
        parts.append(Part(Text("kamigakari.part.concept"), attack.concept))
    if attack.attribute in battle[target].weaknesses:
        assert attack.attribute is not None
        parts.append(Part(Text("kamigakari.part.weakness", {"attribute": attack.attribute.named}), 1))
    is_raised = attack.concept > 0 and battle.on("concept_cap") == "twenty"
    total = rank(now.own_rank, sum(part.amount for part in parts[1:]), CONCEPT_CAP if is_raised else RANK_CAP)
    return Explanation(tuple(parts), total, "KG-23", "concept_cap" if is_raised else "")


def _dicing(battle: Battle, struck: Sequence[str]) -> Flow[tuple[int, ...]]:
    """A monster's dice in place of the table, as many as the highest Rank among the targets (KG-35)."""
    attack = attack_of(battle)
    attacker = battle[attack.attacker]
    if attacker.dicing is None or plan(battle).own_rank == 0 or (attack.active and attack.active.is_critical):
        return ()
    most = max(ranked(battle, name).total or 0 for name in struck)
    return (yield from roll(attack.attacker, "KG-35", most))


def dealt(battle: Battle, target: str, thrown: Sequence[int]) -> Sum:
    """Damage before reduction: multiplier, 物D or 魔D, other changes (KG-21)."""
    attack, now = attack_of(battle), plan(battle)
    attacker = battle[attack.attacker]
    how = ranked(battle, target)
    assert how.total is not None
    assert attack.active is not None
    tell(battle, "rank", "KG-23", battle[target], rank=how.total, explanation=how)
    changes = _changes(attacker, now.damage)
    if now.own_rank == 0:
        return Sum((Part(Text("kamigakari.part.amount"), now.amount, secret_of(attacker)), *changes))
    if attacker.dicing:
        return Sum((*_thrown(attacker, how.total, thrown, attack.active), *changes))
    die = counted(attack.active.highest, attack.counts_as, attack.counts_at_least)
    is_one_nothing = battle.on("die_one") == "nothing"
    times = multiplier(die, how.total, is_critical=attack.active.is_critical, is_one_nothing=is_one_nothing)
    said: dict[str, Param] = {"die": die, "rank": how.total}
    key = "critical" if attack.active.is_critical else "multiplier"
    first = Part(Text(f"kamigakari.part.{key}", said), times)
    return Sum((first, *number(battle, attacker, now.damage.flat).parts, *_gear(battle, attack), *changes))


def _thrown(attacker: Combatant, total: int, thrown: Sequence[int], active: Check) -> list[Part]:
    """N dice and a flat number; a critical does 10 x N and the flat number (KG-35 settled)."""
    assert attacker.dicing is not None
    times = multiplier(0, total, is_critical=True) if active.is_critical else sum(thrown[:total])
    flat = Part(Text("kamigakari.part.flat"), attacker.dicing.flat, secret_of(attacker))
    return [Part(Text("kamigakari.part.thrown", {"dice": total}), times), flat]


def _gear(battle: Battle, attack: Attack) -> list[Part]:
    """What the weapon adds to 物D or 魔D (KG-21)."""
    if not attack.weapon or not battle.library.weapons[attack.weapon].damage:
        return []
    weapon = battle.library.weapons[attack.weapon]
    return [Part(_source(weapon.title), weapon.damage, secret_of(battle[attack.attacker]))]


def _changes(attacker: Combatant, kind: Kind) -> list[Part]:
    """Other changes: talents and effects at calculation, an ambush (KG-21, KG-36)."""
    found = [
        Part(_source(each.source), each.amount)
        for each in attacker.modifiers
        if each.what == "bonus" and each.of in (None, kind)
    ]
    if attacker.status(StatusKey.AMBUSH):
        found.append(Part(StatusKey.AMBUSH.named, AMBUSH_DAMAGE))
    return found


def reduction_order(battle: Battle, struck: list[str]) -> Flow[list[str]]:
    """Where several have talents for it, the targets' side picks the order of their reductions (KG-16)."""

    def holders() -> list[str]:
        return [name for name in struck if battle.stands(name) and _may_reduce(battle, battle[name])]

    if len(holders()) < 2:
        return holders()

    def make() -> Ask:
        now = holders()
        if not now:
            raise Lapsed()
        seats = dict.fromkeys((battle[name].seat for name in now), Order(people(battle, now), may_pass=True))
        return put("reduction_order", seats, battle[now[0]], tuple(now), Need.FIRST)

    answers = (yield from frame(Frame.REACTION, ask(make))) or {}
    chosen = next(iter(answers.values()), None)
    return chosen if isinstance(chosen, list) else holders()


def _may_reduce(battle: Battle, who: Combatant) -> bool:
    return any(usable(battle, who, timing, At.REDUCTION) for timing in (Timing.DEFENCE, Timing.SPECIAL))


def reduced(battle: Battle, target: str, damage: Sum) -> tuple[int, Explanation]:
    """The life damage, and how it came about, step by step (KG-26)."""
    attack, now, who = attack_of(battle), plan(battle), battle[target]
    check = attack.passive.get(target)
    is_bare = check is not None and check.is_fumble
    protection = Sum(()) if is_bare else number(battle, who, now.damage.protection)
    minus = [*constant_minus(battle, who, now.damage), *attack.minus.get(target, [])]
    halvings: list[Param] = list(attack.halved.get(target, []))
    if target in attack.succeeded and now.is_half_resisted:
        halvings.append(Text("kamigakari.part.resisted"))
    total = max(0, damage.total)
    steps = reduction(
        total, protection.total, [n for _by, n in minus], attack.ruled.get(target, 0), len(halvings)
    )
    return steps.life_damage, _chain(damage, minus, halvings, steps, secret_of(who))


def _chain(
    damage: Sum,
    minus: Sequence[tuple[object, int]],
    halvings: Sequence[Param],
    steps: Reduction,
    secret: str,
) -> Explanation:
    """Every step as a part; what a floor at 0 gives back stands beside what went below it."""
    left = max(0, damage.total)
    parts = list(damage.parts)
    if damage.total < 0:
        parts.append(Part(Text("kamigakari.part.floor"), -damage.total))
    parts.append(Part(Text("kamigakari.part.protection"), steps.after_protection - left, secret))
    for by, amount in minus:
        parts.append(Part(_source(by), -amount, secret))
    over = steps.after_minus - (steps.after_protection - sum(amount for _by, amount in minus))
    if over:
        parts.append(Part(Text("kamigakari.part.floor"), over, secret))
    if steps.after_other != steps.after_minus:
        parts.append(Part(Text("kamigakari.part.ruled"), steps.after_other - steps.after_minus))
    before = steps.after_other
    for by, after in zip(halvings, steps.after_halving, strict=True):
        parts.append(Part(Text("kamigakari.part.halved", {"by": by}), after - before))
        before = after
    return Explanation(tuple(parts), steps.life_damage, "KG-26")


def harm(battle: Battle, losses: Sequence[tuple[str, int]]) -> Flow[None]:
    """Harmful effects on those who did not succeed; some only where life was lost (KG-15)."""
    attack, now = attack_of(battle), plan(battle)
    for name, lost in losses:
        if battle.stands(name) and is_harmed(battle, name):
            effects = [each for each in now.harm if lost or not each.needs_damage]
            yield from run_all(
                battle, attack.attacker, effects, [name], battle.library.title_of(attack.source)
            )
    topple(battle)


def _source(name: object) -> Text:
    return Text("kamigakari.source", {"name": name})  # type: ignore[dict-item]
