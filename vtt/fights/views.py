"""The table's page, and what is posted from it. Every post answers the same way: taken, refused, or nothing there."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from rules.engine.errors import AlreadyTaken, Refused
from rules.engine.flow import GM
from vtt.fights import carried, drawer, export, forms, hosting, page, permissions, table
from vtt.fights.permissions import Place
from vtt.fights.refusals import NoFace, TableRefusal, sentence_of, status_of


@require_safe
@never_cache
def show(request: HttpRequest, fight_id: int, name: str) -> HttpResponse:
    """The table, as one of the browser's grants opens it."""
    place = permissions.place(request, fight_id, name)
    return render(request, "fights/table.html", page.context(request, place))


@require_safe
@never_cache
def older_log(request: HttpRequest, fight_id: int, name: str) -> HttpResponse:
    """A page of older log lines."""
    place = permissions.place(request, fight_id, name)
    return render(request, "fights/older.html", page.older(request, place))


@require_safe
@never_cache
def watch(request: HttpRequest, token: str, fight_id: int) -> HttpResponse:
    """The table as a watch link shows it: no cookie, nothing to post."""
    place = permissions.watch_place(token, fight_id)
    return render(request, "fights/table.html", page.context(request, place))


@require_safe
@never_cache
def watch_older_log(request: HttpRequest, token: str, fight_id: int) -> HttpResponse:
    """A page of older log lines, for a watch link."""
    place = permissions.watch_place(token, fight_id)
    return render(request, "fights/older.html", page.older(request, place))


@require_safe
@never_cache
def sheet(request: HttpRequest, fight_id: int, name: str, who: str) -> HttpResponse:
    """A combatant's sheet: a panel of the table, or without scripts a page."""
    place = permissions.place(request, fight_id, name)
    return render(request, "fights/sheet.html", page.sheet(place, who))


@require_safe
@never_cache
def watch_sheet(request: HttpRequest, token: str, fight_id: int, who: str) -> HttpResponse:
    """A combatant's sheet, for a watch link."""
    place = permissions.watch_place(token, fight_id)
    return render(request, "fights/sheet.html", page.sheet(place, who))


@require_POST
@never_cache
def answer(request: HttpRequest, fight_id: int, name: str) -> HttpResponse:
    """Answer the open question for a seat."""
    place = permissions.place(request, fight_id, name, "answer")

    def act() -> None:
        seat, ticket = place.seat(_seat(request)), forms.number(request.POST, "ticket")
        value = forms.answer(request.POST, place.fight, seat, ticket)
        table.answer(fight_id, seat, value, ticket, place.user, by_gm=place.grant.is_gm)

    return _outcome(request, place, act)


@require_POST
@never_cache
def offer(request: HttpRequest, fight_id: int, name: str) -> HttpResponse:
    """Take what the open question offers to a seat."""
    place = permissions.place(request, fight_id, name, "offer")

    def act() -> None:
        seat, ticket = place.seat(_seat(request)), forms.number(request.POST, "ticket")
        value = forms.offered(request.POST, place.fight, seat, ticket)
        table.offer(fight_id, seat, request.POST.get("offer", ""), value, ticket, place.user)

    return _outcome(request, place, act)


@require_POST
@never_cache
def ask(request: HttpRequest, fight_id: int, name: str) -> HttpResponse:
    """Request something of the GM."""
    place = permissions.place(request, fight_id, name, "request")

    def act() -> None:
        seat, ticket = place.seat(_seat(request)), forms.number(request.POST, "ticket")
        kind, words = request.POST.get("kind", ""), request.POST.get("words", "")
        table.request(fight_id, seat, kind, words.strip(), ticket, place.user)

    return _outcome(request, place, act)


@require_POST
@never_cache
def decide(request: HttpRequest, fight_id: int, name: str) -> HttpResponse:
    """Grant or refuse a request, or withdraw the own one."""
    place = permissions.place(request, fight_id, name, "decide")

    def act() -> None:
        number, ticket = forms.number(request.POST, "request"), forms.number(request.POST, "ticket")
        seat = GM if place.grant.is_gm else place.seat(_seat(request))
        table.decide(fight_id, number, forms.yes(request.POST, "granted"), ticket, seat, place.user)

    return _outcome(request, place, act)


@require_POST
@never_cache
def stand(request: HttpRequest, fight_id: int, name: str) -> HttpResponse:
    """Give or lift a standing order."""
    place = permissions.place(request, fight_id, name, "stand")

    def act() -> None:
        seat, ticket = place.seat(_seat(request)), forms.number(request.POST, "ticket")
        key, stops = request.POST.get("key", ""), tuple(request.POST.getlist("stop_for"))
        table.stand(fight_id, seat, key, forms.yes(request.POST, "passes"), stops, ticket, place.user)

    return _outcome(request, place, act)


@require_POST
@never_cache
def undo(request: HttpRequest, fight_id: int, name: str) -> HttpResponse:
    """Go back to before an entry."""
    place = permissions.place(request, fight_id, name, "undo")

    def act() -> None:
        seat = GM if place.grant.is_gm else place.seat(_seat(request))
        to, ticket = forms.number(request.POST, "to"), forms.number(request.POST, "ticket")
        table.undo(fight_id, to, ticket, seat, place.user)

    return _outcome(request, place, act)


@require_POST
@never_cache
def rule(request: HttpRequest, fight_id: int, name: str) -> HttpResponse:
    """A GM's ruling."""
    place = permissions.place(request, fight_id, name, "rule")

    def act() -> None:
        params, ticket = forms.ruling(request.POST), forms.number(request.POST, "ticket")
        table.rule(fight_id, request.POST.get("ruling", ""), params, ticket, place.user)

    return _outcome(request, place, act)


@require_POST
@never_cache
def change_die(request: HttpRequest, fight_id: int, name: str) -> HttpResponse:
    """Set a die's face, or roll it afresh."""
    place = permissions.place(request, fight_id, name, "die")

    def act() -> None:
        number, index = forms.number(request.POST, "roll"), forms.number_or_none(request.POST, "index") or 0
        ticket, typed = forms.number(request.POST, "ticket"), forms.number_or_none(request.POST, "face")
        is_fresh = forms.yes(request.POST, "fresh")
        if typed is None and not is_fresh:
            raise NoFace
        face = None if is_fresh else drawer.face_meant(place.fight, number, typed)
        table.change_die(fight_id, number, index, face, ticket, place.user)

    return _outcome(request, place, act)


@require_POST
@never_cache
def play_again(request: HttpRequest, fight_id: int, name: str) -> HttpResponse:
    """Play the turn again in which a rule broke."""
    place = permissions.place(request, fight_id, name, "again")
    return _outcome(
        request, place, lambda: table.play_again(fight_id, forms.number(request.POST, "ticket"), place.user)
    )


@require_POST
@never_cache
def take_over(request: HttpRequest, fight_id: int, name: str) -> HttpResponse:
    """Keep the table as it stands and go on with the next turn."""
    place = permissions.place(request, fight_id, name, "take_over")
    return _outcome(
        request, place, lambda: table.take_over(fight_id, forms.number(request.POST, "ticket"), place.user)
    )


@require_POST
@never_cache
def start(request: HttpRequest, fight_id: int, name: str) -> HttpResponse:
    """Begin the fight."""
    place = permissions.place(request, fight_id, name, "start")
    return _outcome(request, place, lambda: hosting.start(fight_id, place.user))


@require_POST
@never_cache
def close(request: HttpRequest, fight_id: int, name: str) -> HttpResponse:
    """Close the fight for good; asked twice, for it cannot be undone."""
    place = permissions.place(request, fight_id, name, "close")
    if not forms.yes(request.POST, "sure"):
        context = {"fight": place.fight, "address": place.address, "loads": carried.loads(place.fight)}
        return render(request, "fights/close.html", context)
    return _outcome(request, place, lambda: hosting.close(fight_id))


@require_POST
@never_cache
def set_driver(request: HttpRequest, fight_id: int, name: str) -> HttpResponse:
    """Hand a combatant to a bot, or back to its person."""
    place = permissions.place(request, fight_id, name, "driver")
    character, bot = request.POST.get("character", ""), request.POST.get("bot", "")
    return _outcome(request, place, lambda: hosting.set_driver(fight_id, character, bot))


@require_POST
@never_cache
def give_seat(request: HttpRequest, fight_id: int, name: str) -> HttpResponse:
    """Give a seat to another person, or back to whom it belongs to."""
    place = permissions.place(request, fight_id, name, "seat")

    def act() -> None:
        hosting.give_seat(fight_id, request.POST.get("key", ""), forms.number_or_none(request.POST, "holder"))

    return _outcome(request, place, act)


@require_safe
@never_cache
def record(request: HttpRequest, fight_id: int, name: str) -> HttpResponse:
    """The whole fight as a file that `python -m rules replay` checks."""
    place = permissions.place(request, fight_id, name, "export")
    answer = HttpResponse(export.record(place.fight), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{place.fight.system}-fight-{fight_id}.json"'
    return answer


def _seat(request: HttpRequest) -> str:
    return request.POST.get("seat", "")


def _outcome(request: HttpRequest, place: Place, act: Callable[[], None]) -> HttpResponse:
    """Do it. To htmx a taken input answers nothing: the socket brings the change; other browsers see the page again."""
    try:
        act()
    except AlreadyTaken:
        pass
    except (Refused, TableRefusal, *table.BROKEN) as refused:
        return _refusal(request, place, refused)
    return HttpResponse(status=204) if _is_htmx(request) else redirect(place.address)


def _refusal(request: HttpRequest, place: Place, refused: page.Problem) -> HttpResponse:
    """The refusal's own sentence, at the one who sent the input."""
    if _is_htmx(request):
        said = {"sentence": sentence_of(refused), "slug": refused.slug}
        return render(request, "fights/refusal.html", said, status=status_of(refused))
    fresh = permissions.place(request, place.fight.pk, place.grant.name)
    context = page.context(request, fresh) | {"refusal": sentence_of(refused)}
    return render(request, "fights/table.html", context, status=status_of(refused))


def _is_htmx(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"
