#!/bin/sh
# Installs Chromium, which the tests of the page run in, where there is none.
# It is the system's own package: nothing else on the machine is touched.
set -eu

for name in "${PIOCHE_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
  if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then exit 0; fi
done

say() { echo "tests/browser: $*" >&2; }

if ! command -v apt-get >/dev/null 2>&1; then
  say "there is no Chromium, and no apt-get to install it with."
  say "Install Chromium or Chrome yourself, or name it in PIOCHE_CHROMIUM."
  exit 1
fi
if [ "$(id -u)" -eq 0 ]; then
  root=""
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
  root="sudo -n"
else
  say "there is no Chromium. Install it with: sudo apt-get install chromium"
  exit 1
fi
say "installing Chromium …"
export DEBIAN_FRONTEND=noninteractive
$root apt-get update -qq || say "the lists of packages could not be renewed; trying with the old ones"
if ! $root env DEBIAN_FRONTEND=noninteractive \
  apt-get install -qq -y --no-install-recommends chromium >/dev/null; then
  say "Chromium could not be installed. Try: sudo apt-get install chromium"
  exit 1
fi
