"""SVG elements as text that is escaped by construction.

Law: names and other people's words reach a picture only through ``element``, which escapes every text and attribute.
"""

from markupsafe import Markup, escape


def element(name: str, *children: Markup | str, **attributes: object) -> Markup:
    """Return one element; ``class_`` stands for ``class``, ``_`` in other names for ``-``."""
    pairs = Markup("").join(
        Markup(' {}="{}"').format(key.rstrip("_").replace("_", "-"), value)
        for key, value in attributes.items()
        if value is not None
    )
    inner = Markup("").join(escape(child) for child in children)
    return Markup("<{0}{1}>{2}</{0}>").format(Markup(name), pairs, inner)  # noqa: S704 - names are our own


def text(content: object, x: float, y: float, *, class_: str = "", anchor: str = "start") -> Markup:
    """Return a line of text at its base line."""
    return element("text", str(content), x=number(x), y=number(y), class_=class_ or None, text_anchor=anchor)


def rect(x: float, y: float, width: float, height: float, *, class_: str, rx: float = 0) -> Markup:
    """Return a rectangle."""
    corner = number(rx) if rx else None
    size = {"width": number(width), "height": number(height)}
    return element("rect", x=number(x), y=number(y), **size, rx=corner, class_=class_)


def line(x1: float, y1: float, x2: float, y2: float, *, class_: str) -> Markup:
    """Return a straight line."""
    return element("line", x1=number(x1), y1=number(y1), x2=number(x2), y2=number(y2), class_=class_)


def circle(x: float, y: float, radius: float, *, class_: str) -> Markup:
    """Return a circle."""
    return element("circle", cx=number(x), cy=number(y), r=number(radius), class_=class_)


def picture(width: float, height: float, title: str, *children: Markup, key: str, linked: bool = False) -> Markup:
    """Return a whole picture with a name for those who cannot see it; ``key`` is unique on its page.

    ``linked``: it holds links, so its parts stay reachable; else it is one image.
    """
    return element(
        "svg",
        element("title", title, id=f"{key}-title"),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=number(width),
        height=number(height),
        role="group" if linked else "img",
        aria_labelledby=f"{key}-title",
        class_=key,
    )


def number(value: float) -> str:
    """Write a coordinate with as few digits as it needs."""
    return f"{value:.1f}".removesuffix(".0")
