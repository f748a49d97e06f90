"""What of SearchConfig some settings leave out, for tests that must leave nothing out."""
from dataclasses import fields

from kingmaker.games import load_game
from kingmaker.search import SearchConfig
from kingmaker.search.config import CHOICES, missing


def not_covered(settings, games):
    """Return each key with the choices (of a number: any) that no settings have which one of the games offers."""
    offered = [config for config in (SearchConfig(**one) for one in settings)
               if any(not missing(config, load_game(name)) for name in games)]
    left_out = {}
    for field in fields(SearchConfig):
        values = {getattr(config, field.name) for config in offered}
        if field.name in CHOICES:
            if rest := set(CHOICES[field.name]) - values:
                left_out[field.name] = rest
        elif not values - {field.default}:
            left_out[field.name] = "any"
    return left_out
