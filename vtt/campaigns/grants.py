"""What a browser may do, and as whom.

One browser may hold several grants: its session lists the memberships it came by through links, and an
account that is logged in adds its own. Which of them a tab uses stands in its URL (`/fights/7/mina/`).
A watch link needs no session: its token is looked up with every request.

The same functions serve a page's request and a websocket's scope (there inside `database_sync_to_async`).
For a scope the session is read afresh each time, so whoever was removed or logged out holds nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from types import SimpleNamespace
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.base import SessionBase
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest

from vtt.accounts.models import User
from vtt.campaigns import links
from vtt.campaigns.models import Invite, Membership, Role
from vtt.fights.models import Fight

GM, WATCH = "gm", "watch"
"""The names in a table's URL that are not a character's; "gm" is also the key of the GM's seat."""

Bearer = HttpRequest | Mapping[str, Any]
"""A page's request or a websocket's scope."""

_HELD, _OWN = "grants", "own_grants"
"""Keys in the session: memberships the browser came by, and those of them that began in it."""


@dataclass(frozen=True)
class Grant:
    """What one tab may do at one fight's table."""

    name: str
    """What stands in the URL: "gm", a character's key, or "watch"."""
    role: Role
    """How the table is shown and what may be posted; for "watch" always the spectator's."""
    seats: tuple[str, ...] = ()
    """The keys of the seats it decides for, sorted."""
    membership: Membership | None = None
    """Whose grant it is; None: a watch link's."""
    invite: Invite | None = None
    """The watch link; None: somebody's membership."""

    @property
    def user(self) -> User | None:
        """The person to write into the log; None for a watch link."""
        return self.membership.user if self.membership else None

    @property
    def is_gm(self) -> bool:
        """Whether rulings and hidden things are open to it."""
        return self.role == Role.GM


def account_of(bearer: Bearer) -> User | None:
    """The account that is logged in; None: nobody's."""
    if isinstance(bearer, HttpRequest):
        user = bearer.user
    else:
        user = get_user(cast(HttpRequest, SimpleNamespace(session=_session(bearer))))
    return user if isinstance(user, User) else None


def memberships_of(bearer: Bearer) -> QuerySet[Membership]:
    """Every active membership the browser holds, in all campaigns."""
    held = Q(pk__in=_session(bearer).get(_HELD, []))
    if account := account_of(bearer):
        held |= Q(user=account)
    return Membership.objects.filter(held, state=Membership.State.ACTIVE).select_related("user", "campaign")


def grants_at(bearer: Bearer, fight: Fight) -> list[Grant]:
    """Every way the browser may open the fight's table, one per name; the strongest role comes first."""
    mine = memberships_of(bearer).filter(campaign=fight.campaign_id).prefetch_related("characters")
    grants: dict[str, Grant] = {}
    for membership in by_strength(mine):
        for grant in grants_by(membership, fight):
            grants.setdefault(grant.name, grant)
    return sorted(grants.values(), key=lambda grant: -grant.role.strength)


def grants_by(membership: Membership, fight: Fight) -> Iterator[Grant]:
    """Every way the member may open the fight's table, what they came for first."""
    seats = tuple(sorted(_seats_of(membership, fight)))
    if membership.role == Role.GM:
        yield Grant(GM, Role.GM, seats, membership)
    played = tuple(key for key in seats if key != GM)
    for key in played:
        yield Grant(key, Role.PLAYER, played, membership)
    yield Grant(WATCH, Role.SPECTATOR, (), membership)


def grant_for(bearer: Bearer, fight: Fight, name: str) -> Grant:
    """The grant that `name` in a table's URL stands for.

    Raises Http404 when the browser does not hold it (any more).
    """
    for grant in grants_at(bearer, fight):
        if grant.name == name:
            return grant
    raise Http404(f"no grant {name} at fight {fight.pk}")


def watch_grant(token: str, fight: Fight) -> Grant:
    """What a watch link's token allows at the fight; needs no session.

    Raises links.BadLink (answered with its own page) for an unknown or dead link, Http404 for another
    campaign's fight.
    """
    invite = links.find(token, watching=True)
    if invite.campaign_id != fight.campaign_id:
        raise Http404(f"the watch link is not for fight {fight.pk}")
    return Grant(WATCH, Role.SPECTATOR, invite=invite)


def by_strength(memberships: Iterable[Membership]) -> list[Membership]:
    """The memberships with the strongest role first, older ones before younger."""
    return sorted(memberships, key=lambda membership: (-Role(membership.role).strength, membership.pk))


def hold(request: HttpRequest, membership: Membership, *, is_new: bool) -> None:
    """Adds the membership to what this browser's session holds. Only while answering a POST.

    `is_new`: the person began here, and did not come back by a personal link that others may hold too.
    """
    if not request.session.get(_HELD) and account_of(request) is None:
        request.session.cycle_key()
    for key in (_HELD, _OWN) if is_new else (_HELD,):
        request.session[key] = list(dict.fromkeys([*request.session.get(key, []), membership.pk]))


def guests_of(bearer: Bearer) -> list[Membership]:
    """The memberships the browser holds as a guest: those an account could take over, the strongest first."""
    return by_strength(memberships_of(bearer).filter(user__username=None))


def began_here(bearer: Bearer) -> list[int]:
    """Ids of the memberships that began in this browser."""
    return list(_session(bearer).get(_OWN, []))


def _seats_of(membership: Membership, fight: Fight) -> Iterator[str]:
    """The seats the person was given, and those nobody was given that are theirs by role or character."""
    theirs = {character.key for character in membership.characters.all()}
    if membership.role == Role.GM:
        theirs.add(GM)
    for seat in fight.seats.all():
        if seat.holder_id == membership.pk or (seat.holder_id is None and seat.key in theirs):
            yield seat.key


def _session(bearer: Bearer) -> SessionBase:
    if isinstance(bearer, HttpRequest):
        return bearer.session
    store = import_module(settings.SESSION_ENGINE).SessionStore
    return cast(SessionBase, store(bearer["session"].session_key))
