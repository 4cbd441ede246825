from collections.abc import Callable, Iterator

import pytest
from postgres import Postgres
from server_cluster import ServerCluster
from server_process import ServerProcess


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


@pytest.fixture(scope="session", params=["sqlite", "machines"])
def cluster(request, tmp_path_factory) -> Iterator[ServerCluster]:
    """A server with SQLite; or two with one PostgreSQL between them, as on two machines."""
    folder = tmp_path_factory.mktemp(request.param)
    if request.param == "sqlite":
        postgres = None
        processes = [ServerProcess(folder, f"sqlite://{folder}/tables.db")]
    else:
        postgres = Postgres()  # of their own: other tests restart theirs, which is a worry
        database = postgres.new_database()
        processes = [ServerProcess(folder / str(n), database) for n in range(2)]
    try:
        yield ServerCluster(processes)
        for process in processes:
            assert process.stop() == 0
            assert process.worries == []
    finally:
        for process in processes:
            process.close()
        if postgres is not None:
            postgres.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def url(request, urls) -> str:
    """The address of an empty database, of either kind."""
    return urls(request.param)
