"""An account: made from a guest, logged in to, logged out of."""

from __future__ import annotations

from django.contrib import auth
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from vtt.accounts import merging
from vtt.accounts.forms import LogIn, SignUp
from vtt.accounts.models import User
from vtt.campaigns import grants, rights
from vtt.campaigns.models import Campaign, Membership

BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_safe
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """Who this browser is, and where."""
    context = {"account": grants.account_of(request), "memberships": grants.memberships_of(request)}
    return render(request, "accounts/account.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def sign_up(request: HttpRequest) -> HttpResponse:
    """Gives a guest, or somebody new, a user name and a password."""
    if grants.account_of(request):
        return redirect("account")
    form = SignUp(request.POST or None, grants.guests_of(request), grants.began_here(request))
    if form.is_valid() and (made := _make_account(form)):
        return _enter(request, made, form.claims())
    return render(request, "accounts/sign_up.html", {"form": form, "next": _next(request)})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def log_in(request: HttpRequest) -> HttpResponse:
    """Comes back to an account; the browser's guests that are ticked move into it."""
    if grants.account_of(request):
        return redirect(_next(request) or "account")
    form = LogIn(request.POST or None, grants.guests_of(request), grants.began_here(request))
    if form.is_valid():
        return _enter(request, form.account, form.claims())
    return render(request, "accounts/log_in.html", {"form": form, "next": _next(request)})


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """Forgets everything this browser holds, guests too; its open tables are told."""
    campaigns = list(Campaign.objects.filter(memberships__in=grants.memberships_of(request)).distinct())
    with transaction.atomic():
        auth.logout(request)
        for campaign in campaigns:
            rights.changed(campaign)
    return redirect("landing")


def _make_account(form: SignUp) -> User | None:
    """The account, in the row of the first guest ticked; None if its name was taken meanwhile."""
    username, password = form.cleaned_data["username"], form.cleaned_data["password"]
    try:
        with transaction.atomic():
            if claims := form.claims():
                return merging.become_account(claims[0].user, username, password)
            return User.objects.create_user(username, password)
    except IntegrityError:
        form.add_error("username", _("This user name is taken."))
        return None


def _enter(request: HttpRequest, account: User, claims: list[Membership]) -> HttpResponse:
    merging.move_all(claims, account)
    auth.login(request, account, backend=BACKEND)
    return redirect(_next(request) or "account")


def _next(request: HttpRequest) -> str:
    """The page of ours to go on to; empty: none was asked for, or it is not ours."""
    wanted = request.POST.get("next", request.GET.get("next", ""))
    ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if ours else ""
