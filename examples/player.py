"""A program that takes a seat at a table and plays, over the protocol that everybody speaks.

It is the person of its token (docs/protocol.md says how to get one) and plays at random:

    python examples/player.py http://localhost:8000 CODE TOKEN
"""

import json
import random
import sys
import time
import uuid

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

if len(sys.argv) != 4:
    sys.exit("usage: python examples/player.py SERVER CODE TOKEN")
server, code, token = sys.argv[1:]
url = server.replace("http", "ws", 1) + f"/api/tables/{code}/socket"
headers = {"Authorization": f"Bearer {token}"}
phase, seat, seq, legal = "open", None, 0, []  # the table as far as we have seen it
asked = None  # a command of ours that has no answer yet

while phase != "over":
    try:  # after a lost connection we are told what we have missed
        with connect(f"{url}?since={seq}", additional_headers=headers) as socket:
            if asked:  # perhaps it got lost; with the same id it is carried out once
                socket.send(json.dumps(asked))
            while phase != "over":
                message = json.loads(socket.recv())
                if message["type"] in ("table", "update"):
                    seat, seq = message.get("seat", seat), message["seq"]
                    phase = message.get("about", {}).get("phase", phase)
                    legal = message.get("legal", [])  # message["view"] is all we may know
                elif asked and message.get("id") == asked["id"]:
                    if message["type"] != "done" and seat is None:
                        sys.exit(message["text"])  # we can't sit there
                    if message["type"] == "failed":  # it could not be written down: again
                        raise ConnectionError(message["text"])
                    asked = None
                if not asked and (seat is None or legal):
                    move = {"type": "play", "move": random.choice(legal)} if legal else {}
                    asked = {"type": "sit", "id": uuid.uuid4().hex, "seq": seq, **move}
                    legal = []  # until we hear what has become of it
                    time.sleep(0.1)
                    socket.send(json.dumps(asked))
    except (ConnectionClosed, OSError) as lost:
        print("Connecting again:", lost)
        time.sleep(1)
