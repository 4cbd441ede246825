"""Networks: how they are trained, and how they play."""
