"""The Giao partner API: tokens, keys and repeats are taken care of, everything else is the call itself."""
from .callback import BadCallback, read_callback
from .calls import CALLS, RefusalCode
from .client import Giao, TokenStore
from .failures import Refused, Unreachable

__all__ = ["CALLS", "BadCallback", "Giao", "RefusalCode", "Refused", "TokenStore", "Unreachable", "read_callback"]
