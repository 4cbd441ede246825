"""What a device is called: a browser and a system, never the whole user agent."""

from pioche.words import common_words

# The first whose mark is in the user agent. Browsers claim to be others as well, so those
# that are copied most come last.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "Vivaldi": "Vivaldi",
    "SamsungBrowser": "Samsung Internet",
    "FxiOS": "Firefox",
    "Firefox/": "Firefox",
    "CriOS": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}
SEPARATOR = "/"
LONGEST = 500  # characters that are looked at


def build_device_label(user_agent: str) -> str:
    """What is kept of a user agent: one of few browsers, one of few systems.

    >>> build_device_label("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/2010 Firefox/128.0")
    'Firefox/Linux'
    """
    shown = user_agent[:LONGEST]
    return f"{find_name(shown, BROWSERS)}{SEPARATOR}{find_name(shown, SYSTEMS)}"


def find_name(user_agent: str, names: dict[str, str]) -> str:
    """The first name whose mark is there; empty where none is."""
    return next((name for mark, name in names.items() if mark in user_agent), "")


def name_device(label: str, lang: str) -> str:
    """A device as its owner reads it.

    >>> name_device("Firefox/Linux", "en"), name_device("", "fr")
    ('Firefox on Linux', 'un appareil')
    """
    words = common_words(lang)["server"]["devices"]
    browser, _, system = label.partition(SEPARATOR)
    if browser and system:
        return str(words["both"].format(browser=browser, system=system))
    return browser or system or str(words["unknown"])
