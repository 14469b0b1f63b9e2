"""The atlas: a register of the values of games that were searched for, each with what it rests on."""
