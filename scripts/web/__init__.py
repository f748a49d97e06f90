"""The page in the browser: a server of one table, and what the browser loads from it (`static`)."""
