from collections.abc import Callable, Iterator

import pytest
from postgres import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of these tests."""
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture
def urls(request, tmp_path) -> Iterator[Callable[[str], str]]:
    """Makes addresses of empty databases of a kind."""
    lent = []

    def make(kind: str) -> str:
        if kind == "sqlite":
            return f"sqlite://{tmp_path}/{len(list(tmp_path.iterdir()))}.db"
        lent.append(request.getfixturevalue("postgres").new_database())
        return lent[-1]

    yield make
    for url in lent:
        request.getfixturevalue("postgres").take_back(url)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request, urls) -> str:
    """The address of an empty database, of either kind."""
    return urls(request.param)
