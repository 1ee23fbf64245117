"""What seats may start unasked: "please wait" and "please take that back" in every game; some have more."""

from rules.engine.flow import Flow, Offer, Seat
from rules.engine.state import BattleBase, Request
from rules.engine.text import Text

WAIT = "wait"
"""To be heard before play goes on."""


class Requests:
    """What seats may ask the GM for, how the game calls the GM, and what happens when something is granted."""

    gm: Text = Text("engine.gm")
    gm_named: Text = Text("engine.gm.named")
    requests: tuple[str, ...] = (WAIT, "undo")

    def check_request(self, battle: BattleBase, seat: Seat, kind: str) -> None:
        """NotAllowed for what could not be granted now; anybody may ask to wait."""

    def offers(self, battle: BattleBase) -> tuple[Offer, ...]:
        """What may be started while any question is open, beside what the question itself offers."""
        return ()

    def grant(self, battle: BattleBase, request: Request) -> Flow[None]:
        """A granted "please wait" has had its moment; nothing else happens by the rules."""
        return
        yield
