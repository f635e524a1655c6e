"""The command line, one module a command; `explorer.__main__` finds them here.

A command module holds `configure(parser)`, which adds its arguments (never `--json`, which
every command has), `run(arguments)`, which returns one JSON-serialisable object, and
`table(result)`, which renders that object as text for a person. Failures a person can act on are
ExplorerError; the entry point prints the sentence and exits with 2.
"""
