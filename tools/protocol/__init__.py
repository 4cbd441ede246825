"""The page and the types of the wire, made from the structs that the server uses."""
