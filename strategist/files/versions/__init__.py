"""What certificates of later versions list: cores, masses, sets of questions, and copies."""
