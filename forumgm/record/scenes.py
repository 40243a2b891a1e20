"""The referee of scenes: every die from the secret, every number from the dice (narrative.md part D, B).

Laws: one pass; whatever stands in a record, a verdict comes out. The state before a line is folded from the lines
before it; a roll is planned again on that state, rolled with the scene's own dice and compared with what the line
says. Without the published secret the recorded faces stand in, and that the dice could not be checked is said.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from forumgm.core.chance import SECRET_BYTES, commitment
from forumgm.core.errors import BrokenRecordError
from forumgm.core.events import Recorded
from forumgm.dice import DiceError, evaluate, parse
from forumgm.games.narrative.commands import Command
from forumgm.games.narrative.faces import POOL, BadFacesError, Faces, StreamFaces
from forumgm.games.narrative.plain import from_plain
from forumgm.games.narrative.scene import events
from forumgm.games.narrative.scene.applying import applied
from forumgm.games.narrative.scene.carrying import ACTION_ROLLS, pool_of, result_of
from forumgm.games.narrative.scene.cases import (
    NO_STAKES,
    Stakeholder,
    case_of,
    changes_data,
    changes_in,
    stakes_for,
    system_of,
)
from forumgm.games.narrative.scene.landing import landed_again
from forumgm.games.narrative.scene.ruling import is_latest
from forumgm.games.narrative.scene.state import Scene, Where
from forumgm.games.narrative.scene.turn import RecordedFaces, facts_only
from forumgm.games.narrative.systems import Refusal
from forumgm.record.lines import Event, Record
from forumgm.record.verdict import Findings, Flaw, quote

NO_SECRET = "the dice of the rolls: the scene's secret is not published yet"  # noqa: S105 - a sentence


def judge_scene(record: Record, *, found: Findings) -> bool:
    """Judge the record of a scene; return whether it is finished."""
    return _Referee(record, found).judge()


class _Replayed:
    """Recorded faces, handed out by purpose: for records whose secret is not known yet."""

    def __init__(self, dice: Sequence[Mapping[str, Any]]) -> None:
        self._left: dict[tuple[str, int], list[int]] = {}
        for die in dice:
            self._left.setdefault((die["purpose"], die["sides"]), []).extend(die["faces"])

    def draw(self, purpose: str, *, sides: int) -> int:
        """Return the next face of this purpose. Raises BadFacesError."""
        row = self._left.get((purpose, sides))
        if not row:
            raise BadFacesError(f"no d{sides} for {purpose} is recorded")
        face = row.pop(0)
        if not 1 <= face <= sides:
            raise BadFacesError(f"a d{sides} does not show {face}")
        return face


class _Referee:
    """Walks through one record."""

    def __init__(self, record: Record, found: Findings) -> None:
        self._events = record.events
        self._found = found
        self._scene = Scene()
        self._secret = self._published()

    def judge(self) -> bool:
        """Judge every line in its order."""
        for event in self._events:
            if self._scene.is_over:
                self._found.add(event.seq, Flaw.AFTER_THE_END, f"{quote(event.type)} stands behind scene_closed.")
                continue
            self._line(event)
            if self._found.full:
                break
        if self._secret is None and self._scene.rolls:
            self._found.skip(NO_SECRET)
        return self._scene.is_over

    def _published(self) -> bytes | None:
        """The secret of the closing line, if it is one."""
        for event in reversed(self._events):
            text = event.data.get("secret") if event.type == events.SceneClosed.type else None
            if isinstance(text, str) and len(text) == 2 * SECRET_BYTES:
                try:
                    return bytes.fromhex(text)
                except ValueError:
                    return None
        return None

    def _line(self, event: Event) -> None:
        recorded = self._decoded(event)
        if recorded is None:
            return
        try:
            self._check(event, recorded)
            self._scene = applied(self._scene, recorded.event, at=recorded.at)
        except Exception as error:  # noqa: BLE001 - whatever a record holds, a verdict comes out
            self._found.add(event.seq, Flaw.OUT_OF_TURN, f"{event.type} cannot happen here ({type(error).__name__}).")

    def _decoded(self, event: Event) -> Recorded | None:
        known = {cls.type: cls for cls in events.TYPES}.get(event.type)
        if known is None:
            self._found.skip(f"lines of the type {quote(event.type)}, which we do not know")
            return None
        try:
            return events.CODEC.read(event.data)
        except BrokenRecordError:
            self._found.add(event.seq, Flaw.MISSING_FIELD, f"{event.type} lacks a field, or has one that cannot be.")
            return None

    # One line ---------------------------------------------------------------------------------------------------------

    def _check(self, event: Event, recorded: Recorded) -> None:
        match recorded.event:
            case events.SceneOpened() as opened:
                self._opened(event.seq, opened)
            case events.Rolled() as rolled:
                self._rolled(event.seq, rolled)
            case events.Acted() as acted:
                self._acted(event.seq, acted)
            case events.Landed() as landed:
                self._landed(event.seq, landed)
            case events.RollVoided() as voided:
                entry = self._scene.roll(voided.roll)
                restored = entry is not None and is_latest(self._scene, entry)
                self._compare(event.seq, voided.roll, "restored", voided.restored, restored)
            case events.SceneClosed() as closed:
                self._closed(event.seq, closed)
            case _:
                return

    def _opened(self, seq: int, opened: events.SceneOpened) -> None:
        if seq != 1:
            self._found.add(seq, Flaw.OUT_OF_TURN, "A record has one scene_opened, on its first line.")
        if opened.version != events.VERSION:
            self._found.add(seq, Flaw.WRONG_VERSION, f"We read version {events.VERSION}, not {quote(opened.version)}.")
        if self._secret is not None and commitment(self._secret) != opened.commitment:
            text = f"The secret's commitment is {commitment(self._secret)}; {quote(opened.commitment)} was posted."
            self._found.add(seq, Flaw.WRONG_COMMITMENT, text)

    def _closed(self, seq: int, closed: events.SceneClosed) -> None:
        if self._secret is None:
            self._found.add(seq, Flaw.WRONG_FIELD, f"secret is 64 hex digits, not {quote(closed.secret)}.")

    def _faces(self, rolled: events.Rolled) -> Faces:
        if self._secret is None:
            return _Replayed(rolled.dice)
        return StreamFaces(self._secret, scene=self._scene.id, comment=rolled.comment, command=rolled.index)

    def _rolled(self, seq: int, rolled: events.Rolled) -> None:
        if Where(rolled.comment, rolled.index) in self._scene.done:
            text = f"Command {rolled.index} of {quote(rolled.comment)} had its dice before."
            self._found.add(seq, Flaw.OUT_OF_TURN, text)
        faces = RecordedFaces(self._faces(rolled))
        try:
            if "rolls" in rolled.command:
                self._plain(seq, rolled, faces)
            else:
                self._by_rule(seq, rolled, faces)
        except BadFacesError as wrong:
            self._found.add(seq, Flaw.WRONG_DRAW, f"Roll {rolled.roll}: {wrong}.")
            return
        if _plain_data(faces.drawn) != _plain_data(rolled.dice):
            text = f"Roll {rolled.roll} shows {_shown(rolled.dice)}; its dice are {_shown(faces.drawn)}."
            self._found.add(seq, Flaw.WRONG_DRAW, text)

    def _plain(self, seq: int, rolled: events.Rolled, faces: RecordedFaces) -> None:
        values: list[int] = []
        try:
            for each in rolled.command["rolls"]:
                outcome = evaluate(parse(str(each["expr"])), lambda sides: faces.draw(POOL, sides=sides))
                values.extend(outcome.values)
        except DiceError as wrong:
            self._found.add(seq, Flaw.WRONG_FIELD, f"Roll {rolled.roll}: {quote(wrong.message)}.")
            return
        self._compare(seq, rolled.roll, "result", rolled.result, ", ".join(map(str, values)))
        self._compare(seq, rolled.roll, "facts.values", rolled.facts.get("values"), values)

    def _by_rule(self, seq: int, rolled: events.Rolled, faces: RecordedFaces) -> None:
        command = from_plain(Command, rolled.command)
        chosen = None
        if rolled.stakes is not None:
            chosen = stakes_for(self._scene, rolled.account, command)
            if chosen.source is Stakeholder.USED:
                self._found.add(seq, Flaw.OUT_OF_TURN, f"Roll {rolled.roll} uses stakes that were used before.")
            self._compare(seq, rolled.roll, "stakes", rolled.stakes, str(chosen.source))
        self._again(seq, rolled, command, chosen.stakes if chosen else NO_STAKES, faces, f"Roll {rolled.roll}")

    def _acted(self, seq: int, acted: events.Acted) -> None:
        command = from_plain(Command, acted.command)
        faces = RecordedFaces(_Replayed(()))
        is_roll = command.verb in ACTION_ROLLS
        stakes = stakes_for(self._scene, acted.account, command).stakes if is_roll else NO_STAKES
        self._again(seq, acted, command, stakes, faces, f"{command.verb} of {quote(acted.player)}")

    def _again(
        self,
        seq: int,
        event: events.Rolled | events.Acted,
        command: Command,
        stakes: Any,
        faces: RecordedFaces,
        what: str,
    ) -> None:
        """Carry the command out again and compare what came of it."""
        scene = self._scene
        character = scene.characters[event.account]
        case = case_of(scene, character, stakes=stakes, command=command)
        plan = system_of(scene).plan(command, case)
        if isinstance(plan, Refusal):
            self._found.add(seq, Flaw.OUT_OF_TURN, f"{what}: the rules refuse it ({plan.code}).")
            return
        if isinstance(event, events.Rolled):
            self._compare(seq, what, "pool", event.pool, pool_of(plan))
        outcome = plan.resolve(faces)
        changes = changes_data(changes_in(scene, character, case, outcome))
        self._compare(seq, what, "result", event.result, result_of(outcome.facts))
        self._compare(seq, what, "facts", event.facts, facts_only(outcome.facts))
        self._compare(seq, what, "changes", event.changes, changes)

    def _landed(self, seq: int, landed: events.Landed) -> None:
        changes, facts = landed_again(self._scene, landed.account, because=landed.because)
        what = f"landed for {quote(landed.player)}"
        self._compare(seq, what, "changes", landed.changes, changes)
        self._compare(seq, what, "facts", landed.facts, facts)

    def _compare(self, seq: int, what: object, field: str, said: Any, right: Any) -> None:
        if _plain_data(said) == _plain_data(right):
            return
        text = f"{what if isinstance(what, str) else f'Roll {what}'}: {field} is {quote(said)}; {quote(right)} follows."
        self._found.add(seq, Flaw.WRONG_CONSEQUENCE, text)


def _plain_data(value: Any) -> Any:
    """Rows and objects in one form, so that a tuple equals the list that it was."""
    if isinstance(value, Mapping):
        return {str(name): _plain_data(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain_data(each) for each in value]
    return value


def _shown(dice: Sequence[Mapping[str, Any]]) -> str:
    return quote([face for die in dice for face in die.get("faces", ())])
