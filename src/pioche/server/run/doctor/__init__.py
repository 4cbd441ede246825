"""`pioche doctor`: looks whether a server could serve well here, and changes nothing."""
