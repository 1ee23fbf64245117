"""Why a socket is closed: the codes browsers are told (Daphne sends only 1000 and 3000 to 4999)."""

GONE = 4403
"""Close code: the grant is no more."""
NO_TABLE = 4404
"""Close code: no such table, or none for this browser."""
BAD_MESSAGE = 4400
"""Close code: the browser said something that is no message of ours."""
TOO_SLOW = 4408
"""Close code: it does not read what it is sent."""
RESTART = 4001
"""Close code: the server restarts; come back after a moment."""
