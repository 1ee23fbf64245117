"""People: guests who came by a link, and accounts that grew out of them."""
