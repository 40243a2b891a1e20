"""The Reddit side of the sandbox: ``call`` (request and answer), ``table`` (all rows), and a module per room."""
