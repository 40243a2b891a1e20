"""The dry run of the templates has real data for nearly all of them, and facts for every refusal."""

from forumgm.app.ports import GameKind
from forumgm.games.resistance.refusals import REFUSALS
from forumgm.rendering import Renderer
from forumgm.service.samples import FACTS, samples
from forumgm.service.wiring import houses_for
from forumgm.settings import Settings


def test_every_refusal_has_its_facts() -> None:
    assert {name for row in REFUSALS.values() for name in row.facts} <= set(FACTS)


def test_what_comes_with_the_program_fits_and_is_covered() -> None:
    renderer = Renderer(bot="gm_bot")
    house = houses_for(Settings(), bot="gm_bot")[GameKind.RESISTANCE]
    rendered = {template for template, view in samples(house) if renderer.render(template, view)}
    ours = {name for name in renderer.names() if name.startswith("resistance/")}
    assert {"resistance/status", "resistance/end", "resistance/private/role", "refusals/not_leader"} <= rendered
    assert 3 * len(rendered & ours) >= 2 * len(ours), sorted(ours - rendered)
