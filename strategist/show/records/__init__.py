"""Results as plain objects: dictionaries, the JSON objects of ``--json``, and the schema that describes these."""
