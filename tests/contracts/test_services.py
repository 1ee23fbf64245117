"""The services that tests run on answer."""

from pathlib import Path

import psycopg
import pytest
import redis

from tests.services import RedisServer
from vtt import environment


@pytest.mark.postgres
def test_postgres_answers(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


@pytest.mark.postgres
def test_the_settings_understand_the_url_of_a_socket(postgres_url: str, tmp_path: Path) -> None:
    database = environment.database(postgres_url, tmp_path)
    given = {"dbname": database["NAME"], "user": database["USER"], "host": database["OPTIONS"]["host"]}
    with psycopg.connect(**given) as connection:
        assert connection.execute("SELECT current_user").fetchone() == ("ringside",)


@pytest.mark.redis
def test_redis_answers(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        assert client.ping()


@pytest.mark.redis
def test_redis_can_go_away_and_come_back(redis_server: RedisServer) -> None:
    redis_server.stop()
    with redis.Redis.from_url(redis_server.url, retry=None) as client, pytest.raises(redis.ConnectionError):
        client.ping()
    redis_server.start()
    with redis.Redis.from_url(redis_server.url) as client:
        assert client.ping()
