import pytest


@pytest.fixture(params=["sqlite"])
def url(request, tmp_path):
    """The address of a database that is not there yet."""
    return f"sqlite://{tmp_path}/pioche.db"
