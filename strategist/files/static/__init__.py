"""Certificates of questions that are asked all at once."""
