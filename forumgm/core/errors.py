"""The ways to say no. A refusal is data: a code, the words it is about, what would be right (design.md law 7)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True, slots=True)
class Refusal:
    """An order that was not carried out. ``templates/refusals/<code>.md.j2`` words it; nothing has changed."""

    code: str
    facts: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """Plain data for the template: what was understood, what is wrong, the line to send. No secrets."""


class ForumGmError(Exception):
    """Base of the errors this program raises on purpose."""


class BrokenRecordError(ForumGmError):
    """A stored event cannot be read or does not fit what stands before it."""
