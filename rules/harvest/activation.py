"""The activation challenge: dice become mana, mana pays for magic (HV-20)."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from rules.engine.choices import Pay, Price, Shape, Some, Value
from rules.engine.flow import Flow, roll
from rules.engine.text import Text
from rules.harvest.asking import decide, one_of, thing
from rules.harvest.cautions import paying
from rules.harvest.damage import defence
from rules.harvest.effects import in_reaction
from rules.harvest.entries import Magic, Spell
from rules.harvest.numbers import number, value
from rules.harvest.reach import reach_of, usual_cells
from rules.harvest.state import Battle, Combatant, ManaGift
from rules.harvest.terms import MANA_OF_FACE, Gift, Mana, Stat, StatusKey, Timing
from rules.harvest.verbs import tell

ROW = "HV-20"
DICE = {Timing.ACTION: Stat.ACTION_DICE, Timing.REACTION: Stat.REACTION_DICE}


def castable(battle: Battle, who: Combatant, timing: Timing) -> list[Spell]:
    """Known spells of this timing whose cost holds one of the caster's main attributes (HV-20).

    The silenced cast none of level 1 (HV-61), the dejected none at all in a reaction phase (HV-51).
    """
    if timing is Timing.REACTION and who.status(StatusKey.DEJECTION):
        return []
    least = 2 if who.status(StatusKey.SILENCE) else 1
    known = (battle.library.spells[id] for id in dict.fromkeys(who.spells))
    return [
        spell
        for spell in known
        if spell.timing is timing and spell.level >= least and set(spell.cost) & set(who.attributes)
    ]


def may_challenge(battle: Battle, who: Combatant, timing: Timing) -> bool:
    """Whether a challenge could come to anything: mana to have, of dice or produced, and a spell to pay."""
    has_mana = value(battle, who, DICE[timing]) > 0 or bool(who.stored)
    has_mana = has_mana or any(gift.gift is Gift.PRODUCE for gift in who.gifts)
    return has_mana and bool(castable(battle, who, timing))


def challenge(battle: Battle, caster: str, timing: Timing) -> Flow[list[str]]:
    """Roll, touch the pool, pay. The ids of what is cast: spells and `<spell>+<enhancement>`.

    Mana stored before joins the pool; of what is left over a gift may store some, the rest is lost.
    """
    dice = number(battle, battle.able(caster), DICE[timing])
    faces = list((yield from roll(caster, ROW, value(battle, battle.able(caster), DICE[timing]))))
    told = dice.not_below_0().explained(ROW)
    tell(battle, "roll", ROW, battle.able(caster), faces=tuple(faces), explanation=told, count=len(faces))
    keeps = [gift for gift in battle.able(caster).gifts if gift.gift is Gift.STORE]
    pool = yield from _touched(battle, caster, faces)
    chosen = yield from _pay(battle, caster, timing, pool)
    for spell in chosen:
        tell(battle, "cast", ROW, battle.able(caster), spell=battle.library.title_of(spell))
    if not chosen:
        tell(battle, "casts_nothing", ROW, battle.able(caster))
    spent = Counter(mana for id in chosen for mana in battle.library.magic(id).cost)
    yield from _store(battle, caster, keeps, list((Counter(pool) - spent).elements()))
    return chosen


def _touched(battle: Battle, caster: str, faces: list[int]) -> Flow[list[Mana]]:
    """Rerolls, turned faces and produced mana, each as its holder likes; used up with this challenge."""
    produced: list[Mana] = []
    for gift in list(battle.able(caster).gifts):
        match gift.gift:
            case Gift.REROLL:
                yield from _reroll(battle, caster, gift, faces)
            case Gift.TURN:
                yield from _turn(battle, caster, gift, faces)
            case Gift.PRODUCE:
                produced += yield from _produce(battle, caster, gift)
    stored = battle.able(caster).stored
    if stored:
        tell(battle, "takes_stored", ROW, battle.able(caster), mana=[mana_name(each) for each in stored])
    battle.able(caster).gifts, battle.able(caster).stored = [], []
    return [MANA_OF_FACE[face] for face in faces] + stored + produced


def _store(battle: Battle, caster: str, gifts: list[ManaGift], left: list[Mana]) -> Flow[None]:
    """Keep some of the mana that is left over for the next challenge."""
    for gift in gifts:
        if not left:
            return
        options = tuple(thing(f"{at}={mana}", mana_name(mana)) for at, mana in enumerate(left))
        shape = Some(options, 0, min(gift.count, len(left)), may_pass=True)
        chosen = yield from decide(
            battle, caster, "store", _always(shape), source=gift.source, count=gift.count
        )
        kept = [left[int(each.partition("=")[0])] for each in chosen] if isinstance(chosen, list) else []
        if kept:
            battle.able(caster).stored += kept
            left = list((Counter(left) - Counter(kept)).elements())
            said = [mana_name(each) for each in kept]
            tell(battle, "stores", ROW, battle.able(caster), mana=list(said), source=gift.source)


def _always(shape: Shape) -> Callable[[Combatant], Shape]:
    return lambda _who: shape


def _dice(faces: list[int]) -> Some:
    options = tuple(thing(f"{at}={face}", mana_name(MANA_OF_FACE[face])) for at, face in enumerate(faces))
    return Some(options, 0, len(faces), may_pass=True)


def mana_name(mana: Mana) -> Text:
    """The mana's name."""
    return Text(f"harvest.mana.{mana}")


def _reroll(battle: Battle, caster: str, gift: ManaGift, faces: list[int]) -> Flow[None]:
    """Up to `count` dice of choice once more."""
    if not faces:
        return
    dice = Some(_dice(faces).options, 0, min(gift.count, len(faces)), may_pass=True)
    chosen = yield from decide(
        battle, caster, "reroll", lambda _who: dice, source=gift.source, count=gift.count
    )
    if not isinstance(chosen, list) or not chosen:
        return
    again = yield from roll(caster, f"{ROW} reroll", len(chosen))
    for die, face in zip(chosen, again, strict=True):
        faces[int(die.partition("=")[0])] = face
    tell(battle, "reroll", ROW, battle.able(caster), faces=again, source=gift.source, count=len(again))


def _turn(battle: Battle, caster: str, gift: ManaGift, faces: list[int]) -> Flow[None]:
    """Up to `count` dice to a face of choice, one after the other."""
    for _ in range(min(gift.count, len(faces))):
        die = yield from _one_die(battle, caster, gift, faces)
        if die is None:
            return
        mana = yield from _any_mana(battle, caster, gift)
        face = list(Mana).index(mana) + 1
        faces[int(str(die).partition("=")[0])] = face
        tell(
            battle,
            "turned",
            ROW,
            battle.able(caster),
            faces=(face,),
            source=gift.source,
            mana=mana_name(mana),
        )


def _one_die(battle: Battle, caster: str, gift: ManaGift, faces: list[int]) -> Flow[Value]:
    dice = one_of(_dice(faces).options, may_pass=True)
    return (yield from decide(battle, caster, "turn_die", lambda _who: dice, source=gift.source))


def _produce(battle: Battle, caster: str, gift: ManaGift) -> Flow[list[Mana]]:
    """`count` mana, of the kind the effect says or of choice."""
    made: list[Mana] = []
    for _ in range(gift.count):
        mana = gift.mana or (yield from _any_mana(battle, caster, gift))
        made.append(mana)
        tell(battle, "produced", ROW, battle.able(caster), source=gift.source, mana=mana_name(mana))
    return made


def _any_mana(battle: Battle, caster: str, gift: ManaGift) -> Flow[Mana]:
    kinds = [thing(mana.value, mana_name(mana)) for mana in Mana]
    return Mana(
        str((yield from decide(battle, caster, "mana", lambda _who: one_of(kinds), source=gift.source)))
    )


def _pay(battle: Battle, caster: str, timing: Timing, pool: list[Mana]) -> Flow[list[str]]:
    """Any number of level-1 spells and one of level 2 or more with its enhancements, if the pool pays for all."""
    payer = battle.able(caster)
    shape = Pay(tuple(pool), tuple(prices(battle, payer, timing)), so_far=so_far(battle, payer, timing))
    if shape.is_empty and not battle.on("ask_everyone"):
        return []
    chosen = yield from decide(
        battle, caster, "pay", lambda _who: shape, says=lambda who: paying(who, timing)
    )
    return chosen if isinstance(chosen, list) else []


def prices(battle: Battle, who: Combatant, timing: Timing) -> list[Price]:
    """What the caster may pay for, with costs."""
    found: list[Price] = []
    for spell in castable(battle, who, timing):
        group = "big_spell" if spell.level > 1 else ""
        found.append(_price(battle, who, spell, timing, spell.id, group))
        found += [
            _price(battle, who, more, timing, f"{spell.id}+{more.id}", needs=spell.id)
            for more in spell.enhancements
        ]
    return found


def _price(
    battle: Battle, who: Combatant, magic: Magic, timing: Timing, id: str, group: str = "", needs: str = ""
) -> Price:
    """With what it adds, and in an action phase where it would strike from here (HV-21, HV-22)."""
    name, note = Text("harvest.name", {"name": magic.title}), describe(battle, magic)
    note = in_reaction(note) if timing is Timing.REACTION else note
    price = Price(id, name, tuple(each.value for each in magic.cost), note, group, needs, adds=_adds(magic))
    if timing is Timing.REACTION:
        return price
    covers, cells = reach_of(battle, who, magic)
    labels, usual = (tuple(cell.label for cell in each) for each in (cells, usual_cells(who, magic)))
    return replace(price, covers=covers, cells=labels, usual=usual)


def _adds(magic: Magic) -> dict[str, int]:
    """Rises of attack and defence, by the number that they raise (HV-40)."""
    rises = {Stat.ATTACK.value: magic.attack, Stat.DEFENCE.value: magic.defence}
    return {stat: rise for stat, rise in rises.items() if rise}


def so_far(battle: Battle, who: Combatant, timing: Timing) -> dict[str, int]:
    """The payer's own attack, or in a reaction her defence with what she has added to it, before magic (HV-40)."""
    if timing is Timing.ACTION or battle.attack is None:
        return {Stat.ATTACK.value: value(battle, who, Stat.ATTACK)}
    return {Stat.DEFENCE.value: defence(battle, battle.attack, who.name).total}


def describe(battle: Battle, magic: Magic) -> Text:
    """What a spell or enhancement does, in words."""
    said: list[int | str | Text] = []
    if magic.attack:
        said.append(Text("harvest.magic.attack", {"amount": magic.attack}))
    if magic.defence:
        said.append(Text("harvest.magic.defence", {"amount": magic.defence}))
    if magic.range:
        said.append(
            Text(f"harvest.range.{magic.range.mode}", {"areas": [a.describe() for a in magic.range.areas]})
        )
    said += [effect.describe(battle.library) for effect in magic.effects]
    return Text("harvest.magic", {"does": list(said)})
