"""A bot in any language is a program that reads lines of JSON and answers with lines of JSON.

This one needs nothing but Python's standard library. It plays a random legal move:

    pioche arena gap --bots "cmd:python3 examples/line_bot.py",regular*2
"""

import json
import random
import sys

rng = random.Random()

for line in sys.stdin:  # until the arena closes our input
    message = json.loads(line)
    if message["type"] == "hello":  # a game begins
        rng.seed(message["seed"])  # so that the same match can be played again
        print("I am seat", message["seat"], "of a game of", message["game"], file=sys.stderr)
    elif message["type"] == "choose":  # it is our turn
        move = rng.choice(message["legal"])  # message["view"] is all we may know
        print(json.dumps({"move": move, "number": message["number"]}), flush=True)
    elif message["type"] == "end":  # message["outcome"]: ranks, scores and the reason
        pass
