"""Escaping: what people wrote shows as written and does nothing (resistance.md 7 and 8, narrative.md C8)."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from forumgm.rendering import markdown

HOSTILE = [
    "**bold** and _it_",
    "[click](https://evil.example/)",
    "<script>alert(1)</script>",
    "> quoted\n\n# head",
    "u/ann r/all /u/bob",
    "https://evil.example/x www.evil.example",
    "ann@evil.example",
    "`code` ~~gone~~ ^up >!spoiler!<",
    "a | b | c",
    "1. list",
    "- list",
    "+ list",
    "&gt; &#x200B; &amp;",
    "\\*not\\*",
    "pay\u202eattention\u200b now",
    "![image](x)",
    "    indented code",
    "[x]: https://evil.example",
    "{{ 7 * 7 }} {% raw %}",
]
_READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
_BARE_LINK = re.compile(r"[a-z]+://\S|www\.\S|\S@\S|(?<![A-Za-z0-9])[ur]/[A-Za-z0-9_-]", re.IGNORECASE)
"""What Reddit turns into a link or a mention without any marks."""


def html(text: str) -> str:
    return _READER.render(text)


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("make", [markdown.inert, markdown.quote, markdown.name])
def test_hostile_words_stay_words(text, make):
    """No link, emphasis, code, heading, list, quote or table comes out of anybody's words."""
    shown = html(f"Says {make(text)}")
    assert re.findall(r"<(?!/?p>)", shown) == []
    assert not _BARE_LINK.search(shown)
    assert "\u202e" not in shown
    assert "\u200b" not in shown


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_at_the_start_of_a_line_stay_words(text):
    """A list mark, number or indent at a line's start is escaped too."""
    assert re.findall(r"<(?!/?p>)", html(str(markdown.inert(text)))) == []


@given(st.text(max_size=300))
@settings(max_examples=300, deadline=None)
def test_any_text_is_one_inert_line(text):
    """design.md law 10: any text at all is normal input."""
    safe = str(markdown.inert(text))
    assert "\n" not in safe
    assert re.findall(r"<(?!/?p>)", html(f"x {safe}")) == []
    assert not _BARE_LINK.search(safe)


def test_names_keep_their_underscores():
    """narrative.md C8: the plain name with the underscore escaped."""
    assert markdown.name("tin_lantern") == r"tin\_lantern"
    assert markdown.mention("_Grum_") == r"u/\_Grum\_"
    assert markdown.names(["ann", "bob", "c_d"]) == r"ann, bob and c\_d"
    assert markdown.names(["ann"]) == "ann"
    assert markdown.names([]) == ""


def test_a_quote_is_shortened_at_a_word():
    """At most 120 characters of somebody's words come back."""
    quoted = str(markdown.quote("word " * 100))
    assert len(quoted) <= 122
    assert quoted.endswith("word…”")
    assert len(str(markdown.quote("x" * 1_000_000))) <= 122


def test_a_footer_has_no_brackets_inside():
    """narrative.md C8: brackets would end the superscript early."""
    assert markdown.footer("G7 (x) [y] 41") == "^(G7 x y 41)"


def test_a_compose_link_is_encoded():
    """The message arrives letter by letter, with its line break and marks."""
    link = str(markdown.compose_link("approve", "GM_bot", "!vote approve & (more)", "G7"))
    assert link == (
        "[approve](https://www.reddit.com/message/compose/?to=GM_bot&subject=G7"
        "&message=%21vote%20approve%20%26%20%28more%29)"
    )
    assert html(link).count("<a ") == 1


def test_a_code_span_cannot_be_left():
    """Backticks and bars of the text are replaced."""
    assert markdown.code("a`b|c") == "`a'b/c`"


def test_a_table_escapes_its_cells():
    """A bar in a cell stays in its cell."""
    text = str(markdown.table([["a|b", markdown.bold("c")]], ["who", "what"]))
    assert text == "\n| who | what |\n|:--|:--|\n| a\\|b | **c** |\n"
    assert html(text).count("<td") == 2


def test_a_block_quotes_every_line() -> None:
    assert markdown.block("## Correction\n\nA **b**.\n") == "> ## Correction\n>\n> A **b**."
