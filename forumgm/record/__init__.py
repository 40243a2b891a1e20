"""Records of games (record.md): writing lines, judging, publishing and telling them.

``lines``    reading and writing the lines, the chain of digests
``fields``   every type of event with its fields
``options``  the options and tables, as the referee reads them
``verdict``  problems, their codes and the verdict
``verify``   the entry: ``verify_text``; a referee for each kind of record
``referee``  the walk through a game; ``referee_*`` judge by subject, ``desk`` and ``table`` hold what they know
``scenes``   the referee of narrative scenes
``publish``  the public record
``story``    the record told for people
"""
