"""Does what the test on the other side of stdin says, one JSON line at a time, with the client as a shop would use it."""
import json
import os
import re
import sys

sys.path.insert(0, "clients/python")
from giao_client import BadCallback, Giao, Refused, Unreachable, read_callback  # noqa: E402


class FileStore:
    def __init__(self, path):
        self.path = path

    def load(self):
        return open(self.path).read() if os.path.exists(self.path) else None

    def save(self, token):
        with open(self.path, "w") as file:
            file.write(token)


client = None
pauses = []


def do(command):
    global client
    given = command["given"]
    if command["do"] == "open":
        tokens = given.pop("tokens", None)
        client = Giao(**given, tokens=FileStore(tokens) if tokens else None, pause=pauses.append)
        return None
    if command["do"] == "readCallback":
        return read_callback(**{**given, "body": given["body"].encode()})
    return getattr(client, re.sub("[A-Z]+", lambda found: "_" + found[0].lower(), command["do"]))(**given)


for line in sys.stdin:
    pauses.clear()
    try:
        said = {"gave": do(json.loads(line))}
    except Refused as one:
        said = {"refused": {"code": one.code, "status": one.status, "words": one.description, "id": one.request_id}}
    except Unreachable as one:
        said = {"unreachable": one.reason}
    except BadCallback as one:
        said = {"badCallback": one.reason}
    except (TypeError, ValueError) as one:
        said = {"mistake": str(one)}
    print(json.dumps({**said, "pauses": pauses}), flush=True)
