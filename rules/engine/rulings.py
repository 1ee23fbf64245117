"""The rulings every system has. A system adds its own, which change its state through its verbs."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.engine.errors import BattleOver, Cut, Frame, NotAllowed, Signal
from rules.engine.house_rules import setting_said
from rules.engine.log import Event
from rules.engine.state import BattleBase, Result
from rules.engine.system import System
from rules.engine.text import Listed, Param, Text

EngineRuling = Callable[[System[Any], BattleBase, Mapping[str, Any]], Signal | None]


def cut(system: System[Any], battle: BattleBase, params: Mapping[str, Any]) -> Signal:
    """Cut the innermost open turn, action or reaction short; costs paid stay paid. The frame is open."""
    frame = Frame(params["frame"])
    battle.record(Event("engine.log.cut", {"gm": system.gm, "frame": Text(f"frame.{frame.value}")}))
    return Cut(frame)


def end(system: System[Any], battle: BattleBase, params: Mapping[str, Any]) -> Signal:
    """End the fight with a stated winner (a side of the system, or empty for a draw), once."""
    winner = params.get("winner", "")
    if battle.result:
        raise NotAllowed("over")
    if winner not in ("", *system.sides):
        raise NotAllowed("no_such_side", side=str(winner)[:40])
    if winner:
        reason = Text("engine.result.ruled", {"gm": system.gm, "won": system.won_by(battle, winner)})
    else:
        reason = Text("engine.result.ruled.draw", {"gm": system.gm})
    battle.result = Result(winner, reason)
    battle.record(Event("engine.log.ended_by_gm", {"gm": system.gm}))
    return BattleOver()


def pause(system: System[Any], battle: BattleBase, _params: Mapping[str, Any]) -> None:
    """Stop taking players' and bots' answers."""
    if battle.paused:
        raise NotAllowed("paused_already")
    battle.paused = True
    battle.record(Event("engine.log.paused", {"gm": system.gm}, reveals=False))


def resume(_system: System[Any], battle: BattleBase, _params: Mapping[str, Any]) -> None:
    """Take answers again."""
    if not battle.paused:
        raise NotAllowed("not_paused")
    battle.paused = False
    battle.record(Event("engine.log.resumed", {}, reveals=False))


def house_rule(system: System[Any], battle: BattleBase, params: Mapping[str, Any]) -> None:
    """Change a house rule in mid-fight, for what is read from now on."""
    rule = system.house_rules.get(str(params.get("key")))
    if rule is None:
        raise NotAllowed("no_such_house_rule", key=str(params.get("key"))[:40])
    if not rule.takes(params.get("value")):
        offered: Listed = [setting_said(system.slug, rule.key, each) for each in rule.options]
        raise NotAllowed("no_such_setting", options=offered)
    if battle.house_rules.get(rule.key) == params["value"]:
        raise NotAllowed("changes_nothing")
    battle.house_rules[rule.key] = params["value"]
    names: dict[str, Param] = {
        "rule": Text(f"house_rule.{system.slug}.{rule.key}"),
        "value": setting_said(system.slug, rule.key, params["value"]),
    }
    battle.record(Event("engine.log.house_rule", names))


RULINGS: Mapping[str, EngineRuling] = {
    "cut": cut,
    "end": end,
    "pause": pause,
    "resume": resume,
    "house_rule": house_rule,
}
