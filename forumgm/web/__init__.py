"""The pages: status, pictures and records of games for everybody, and a workshop for moderators.

    server, listener   one application, one address          pages, staff, health   its routes
    ports              what the pages are shown from          links                  back to the forum
    board, showing     from public record and view to what templates print
    pictures, svg      drawn without a script                 report                 the same in one file
    looks              templates, times in words, headers

Law: nothing here sees a state, a role or a private text (design.md law 3).
"""
