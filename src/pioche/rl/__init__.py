"""Every game as an environment that programs can learn in.

The modules of this level are what programs import; the folders are what they are made of.
"""
