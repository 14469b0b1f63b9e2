"""What certificates of later versions list: cores, keys, sets of questions, and copies."""
