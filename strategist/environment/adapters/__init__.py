"""Games by the conventions of other people's frameworks for agents that write text: each module needs its package."""
