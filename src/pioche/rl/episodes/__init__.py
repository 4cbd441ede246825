"""One game, or many in lock-step, as a learner goes through it. Compiled."""
