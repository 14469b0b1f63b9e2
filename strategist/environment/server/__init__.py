"""Answers for programs in other languages: JSON over HTTP, on the loopback. Only ``loopback`` needs aiohttp."""
