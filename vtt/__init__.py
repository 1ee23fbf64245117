"""The Django project: people, campaigns, and the table where a fight is played."""
