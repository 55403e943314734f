"""The part of the package that is written in Rust. The package `cleave` exports all of it."""

from collections.abc import Sequence
from os import PathLike
from typing import Any, Protocol, TypedDict, Union, final

__version__: str

ALGORITHMS: tuple[str, ...]
"""The names of the algorithms by which workers share a tree. The first is the default."""

class HasFen(Protocol):
    """A position with a FEN, such as `chess.Board`."""

    def fen(self) -> str: ...

Position = Union[str, HasFen]

class Row(TypedDict):
    """A search by a team, compared with the sequential program. `speedup` describes each key."""

    algorithm: str
    workers: int
    seed: int
    depth: int
    seconds: float
    sequential_seconds: float
    speedup: float
    nodes: int
    sequential_nodes: int
    node_ratio: float
    value: int
    idle: float
    splits: int
    joins: int
    aborts: int

def speedup(
    position: Position,
    workers: Union[int, Sequence[int]] = (1, 4, 16),
    algorithm: str = "dts",
    *,
    depth: int = 10,
    seeds: int = 1,
    jitter: int = 5,
    hash: int = 64,
) -> list[Row]: ...
def record(
    position: Position,
    workers: int = 8,
    algorithm: str = "dts",
    *,
    depth: int = 10,
    seed: int = 0,
    jitter: int = 0,
    hash: int = 16,
) -> Recording: ...
def perft(position: Position, depth: int) -> int: ...
def evaluate(position: Position, *, network: bool = True) -> int: ...
@final
class Recording:
    """A recorded search."""

    @property
    def about(self) -> dict[str, Any]: ...
    @property
    def speedup(self) -> float: ...
    def html(self) -> str: ...
    def save(self, path: Union[str, PathLike[str]]) -> None: ...
    def __bytes__(self) -> bytes: ...
    def _repr_html_(self) -> str: ...
