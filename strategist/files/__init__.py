"""The files that strategist writes and reads: strategies, certificates, and the envelope that both share."""
