"""Wording: from a template's name and a view to the forum's Markdown.

Map: ``environment`` (templates, sandbox, filters), ``markdown`` (inert text, names, links, tables), ``times`` (UTC and
time left), ``fit`` (the length limit). Nothing here sees a state, a clock or the forum.
"""

from forumgm.rendering.environment import Renderer, TemplateBrokenError

__all__ = ["Renderer", "TemplateBrokenError"]
