#!/bin/sh
# A bot in a few lines of shell: always the first legal move. An answer may be a bare move text.
while read -r line; do
  case "$line" in
    *'"type": "choose"'*) echo "$line" | sed 's/.*"legal": \["\([^"]*\)".*/\1/' ;;
  esac
done
