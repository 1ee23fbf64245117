"""People. A guest is a row without a password; becoming an account fills that row."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 40
"""Characters in a name shown at a table."""
USERNAME_LENGTH = 60
"""Characters in a name to log in with."""


class People(BaseUserManager["User"]):
    """Makes the two kinds of users."""

    def guest(self, name: str) -> User:
        """A person known by a display name alone, reached only through a grant in a session."""
        user = User(name=name)
        user.set_unusable_password()
        user.save(using=self._db)
        return user

    def create_user(self, username: str, password: str, **fields: Any) -> User:
        """A person who can log in anywhere."""
        user = User(username=username, **{"name": username, **fields})
        user.set_password(password)
        user.save(using=self._db)
        return user


class User(AbstractBaseUser):
    """Somebody who plays, hosts or watches."""

    username = models.CharField(
        _("user name"),
        max_length=USERNAME_LENGTH,
        unique=True,
        null=True,
        blank=True,
        default=None,
        validators=[UnicodeUsernameValidator()],
    )
    """What an account logs in with; null for a guest."""
    name = models.CharField(_("display name"), max_length=NAME_LENGTH)
    """How others see this person where a campaign has no name of its own for them."""
    is_active = models.BooleanField(default=True)
    """False: may not log in any more."""
    joined = models.DateTimeField(auto_now_add=True)

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects = People()

    def __str__(self) -> str:
        return self.name

    @property
    def is_guest(self) -> bool:
        """Whether this person has no account yet."""
        return self.username is None
