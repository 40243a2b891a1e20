"""The Jinja environment: strict, sandboxed, inert by default (design.md 2.3)."""

from pathlib import Path

import pytest

from forumgm.rendering import Renderer, TemplateBrokenError


@pytest.fixture
def write(tmp_path):
    """Write a house template; the renderer finds it first."""

    def writer(name, text):
        path = tmp_path / f"{name}.md.j2"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return Renderer([tmp_path])

    return writer


def test_what_is_printed_is_inert_by_default(write):
    """Forgetting a filter can't let markup through."""
    renderer = write("t", "Hello {{ who }}, {{ n }}{% macro m(x) %}*{{ x }}*{% endmacro %} {{ m(who) }}")
    assert renderer.render("t", {"who": "**a** [b](http://c)", "n": 3}) == (
        r"Hello \*\*a\*\* \[b\]\(http: //c\), 3 *\*\*a\*\* \[b\]\(http: //c\)*"
    )


def test_a_view_s_text_is_never_a_template(write):
    """Words of people are never read as a template."""
    assert write("t", "{{ x }}").render("t", {"x": "{{ 7 * 7 }}"}) == r"\{\{ 7 \* 7 \}\}"


def test_a_missing_name_is_an_error_without_values(write):
    """StrictUndefined; the message holds no value of the view."""
    renderer = write("t", "{{ secret }}{{ missing }}")
    with pytest.raises(TemplateBrokenError) as caught:
        renderer.render("t", {"secret": "ROLE"})
    assert "missing" in str(caught.value)
    assert "ROLE" not in str(caught.value)


@pytest.mark.parametrize(
    "whole",
    ["{% include 'in/_piece.md.j2' %}", "{{ part('in/_piece', {}) }}", "{% import 'in/_m.md.j2' as m %}{{ m.m(1) }}"],
)
@pytest.mark.parametrize("wrong", ["{{ missing }}", "{{ 1 + '1' }}", "{% include 'nowhere.md.j2' %}"])
def test_an_error_names_the_part_that_it_stands_in(write, whole, wrong):
    write("in/_piece", wrong)
    write("in/_m", "{% macro m(x) %}" + wrong + "{% endmacro %}")
    with pytest.raises(TemplateBrokenError) as caught:
        write("out/t", whole).render("out/t", {})
    assert caught.value.origin == ("in/_m" if "import" in whole else "in/_piece")


@pytest.mark.parametrize("template", ["nothing", "../secret", "a/../b", "/etc/passwd", "", "T"])
def test_an_unknown_template_is_a_key_error(write, template):
    """A path is never built from anything but a plain name."""
    with pytest.raises(KeyError):
        write("t", "x").render(template, {})


def test_the_sandbox_holds(write):
    """A house template can't reach into the program."""
    with pytest.raises(TemplateBrokenError):
        write("t", "{{ x.__class__.__mro__ }}").render("t", {"x": "a"})


def test_blank_lines_are_tidied(write):
    """At most one blank line in a row; no trailing spaces."""
    assert write("t", "a  \n\n\n\nb\n   \n\nc\n").render("t", {}) == "a\n\nb\n\nc"


def test_every_template_knows_where_the_pages_are(tmp_path: Path) -> None:
    """Links to our own pages stand only where people can reach them (``web.public_url``)."""
    (tmp_path / "where.md.j2").write_text("{% if pages_at %}[pages]({{ pages_at }}/dice){% else %}none{% endif %}")
    assert Renderer([tmp_path]).render("where", {}) == "none"
    reached = Renderer([tmp_path], pages_at="https://games.example_a.org/")
    assert reached.render("where", {}) == "[pages](https://games.example_a.org/dice)"
