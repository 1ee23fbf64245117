"""One attack, from its distance and target on to life damage (KG-12)."""

from rules.engine.errors import Frame
from rules.engine.flow import Flow, frame
from rules.engine.text import Text
from rules.kamigakari.calculation import calculate
from rules.kamigakari.contest import active_check, is_struck, passive_check
from rules.kamigakari.plan import attack_of
from rules.kamigakari.reduction import reduce_and_lose
from rules.kamigakari.state import Attack, Battle
from rules.kamigakari.targets import aim, fits_nobody
from rules.kamigakari.terms import StatusKey
from rules.kamigakari.verbs import cure, expire, tell


def strike(battle: Battle, attacker: str, source: str, weapon: str) -> Flow[None]:
    """Declaring and paying came before; they stay spent even if the attack fails (KG-13 settled).

    Who was hidden shows itself with the attack, before anything of it is told (KG-36).
    """
    battle.attack = Attack(attacker, source, weapon)
    cure(battle, battle.able(attacker), StatusKey.HIDDEN, Text("kamigakari.ends.attack"))
    tell(
        battle,
        "declares",
        "KG-12",
        battle.able(attacker),
        source=battle.library.title_of(source),
        reveals=False,
    )
    is_done = yield from frame(Frame.ACTION, _steps(battle))
    if battle.stands(attacker) and fits_nobody(battle):
        tell(battle, "nobody", "KG-13", battle[attacker], reveals=False)
    elif not is_done and battle.find(attacker) and not battle.stands(attacker):
        tell(battle, "breaks_off", "KG-13", battle[attacker])
    for until in ("moment", "attack"):
        expire(battle, until)
    if found := battle.find(attacker):
        cure(battle, found, StatusKey.AMBUSH, Text("kamigakari.ends.attack"))
    battle.attack = None


def _steps(battle: Battle) -> Flow[bool]:
    """2 target, 3 active check, 4 passive checks, 5 damage calculation, 6 damage reduction (KG-12); True at its end."""
    attack = attack_of(battle)
    yield from aim(battle)
    if attack.targets:
        yield from active_check(battle)
    if attack.active is None or attack.active.is_fumble:
        return True
    for target in [] if attack.active.is_critical else list(attack.targets):
        yield from frame(Frame.REACTION, passive_check(battle, target))
    struck = [name for name in attack.targets if is_struck(battle, name)]
    damage = (yield from calculate(battle, struck)) if struck else {}
    hit = yield from reduce_and_lose(battle, damage)
    if not hit and not attack.succeeded:
        tell(battle, "none_left", "KG-13", battle.able(attack.attacker))
    return True
