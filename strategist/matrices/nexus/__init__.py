"""NEXUS files (Maddison, Swofford & Maddison 1997, Syst. Biol. 46: 590–621) with discrete characters."""
