"""Narrative rolls: four rules systems on two engines, and what people type to use them (narrative.md).

    reader.read(lines, vocabulary)   -> commands, plain dice, questions
    systems.RESISTANCE / FITD        -> System.plan(command, case) -> plan.resolve(faces) -> System.apply(outcome, case)
    attempt.try_comment(...)         -> one comment on one sheet, without a forum

Laws: pure; dice come in as `faces.Faces`; whatever a person wrote is text.
"""
