"""One number for a whole state: equal states, equal digests, whatever order their keys came in."""

import hashlib
import json
from typing import Any


def digest_of(state: dict[str, Any], fingerprint: str, sealed: dict[str, Any]) -> str:
    """SHA-256 (32 hex digits of it) over the state, the open question's fingerprint and the sealed answers."""
    plain = json.dumps(
        [state, fingerprint, sealed], sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    return hashlib.sha256(plain.encode()).hexdigest()[:32]
