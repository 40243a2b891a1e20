"""The pages of a real heart: its store, its settings, its moderators."""

from starlette.applications import Starlette
from starlette.testclient import TestClient

from forumgm.service.pages import pages_for
from tests.service.toys import Body


def test_pages_of_a_daemon(body: Body) -> None:
    client = TestClient(Starlette(routes=list(pages_for(body.heart))))
    assert "No game has been opened yet" in client.get("/").text
    assert client.get("/style.css").headers["content-type"].startswith("text/css")
    assert client.get("/games/g1").status_code == 404
    assert client.get("/desk").status_code == 403
    assert client.post("/desk/login", data={"link": "t2_x.y"}).status_code == 403
