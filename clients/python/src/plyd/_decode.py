"""Answers from JSON: dataclasses read by their annotations.

Fields that are not known are ignored, and so is whether a word is one of those listed: answers may gain both. What is missing or of another
type is an error.
"""

from __future__ import annotations

import dataclasses
import sys
import types
import typing
from collections.abc import Callable
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast

from . import requests
from .errors import AnswerError

T = TypeVar("T")
Reader = Callable[[object, str], Any]


def decode(kind: type[T], value: object) -> T:
    """Reads a dataclass of `models` from parsed JSON.

    Raises AnswerError where they do not fit, naming the place.
    """
    of_kind: Any = kind
    return cast(T, _reader(of_kind)(value, kind.__name__))


@cache
def _reader(kind: Any) -> Reader:
    """The reader of a type, cached."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _dataclass(kind)
    if kind is Any or kind is object:
        return lambda value, where: value
    if origin is Literal:
        return _plain(type(inner[0]))
    if origin in (Union, types.UnionType):
        return _union(inner)
    if origin is list:
        item = _reader(inner[0])
        sequence = _plain(list)
        return lambda value, where: [item(each, f"{where}[{i}]") for i, each in enumerate(sequence(value, where))]
    if origin is dict:
        item = _reader(inner[1])
        mapping = _plain(dict)
        return lambda value, where: {
            name: item(each, f"{where}.{name}") for name, each in mapping(value, where).items()
        }
    # A TypedDict is a dict.
    return _plain(dict if typing.is_typeddict(kind) else kind)


def _plain(kind: type) -> Reader:
    def read(value: object, where: str) -> object:
        if kind is float and type(value) is int:
            return float(value)
        if type(value) is not kind:
            raise AnswerError(f"{where}: expected {kind.__name__}, got {_shown(value)}")
        return value

    return read


def _dataclass(kind: type) -> Reader:
    fields = dataclasses.fields(kind)
    # A type that answers share with requests may name other types of requests. If answers have a type of that name too,
    # it is the one that is meant.
    names = {**vars(requests), **vars(sys.modules[kind.__module__])}
    hints = typing.get_type_hints(kind, localns=names)
    required = {field.name for field in fields if field.default is dataclasses.MISSING}
    # The types of fields may lead back here (a tree's nodes), so they are looked up later.

    def read(value: object, where: str) -> object:
        if not isinstance(value, dict):
            raise AnswerError(f"{where}: expected {kind.__name__}, got {_shown(value)}")
        if missing := sorted(required - value.keys()):
            raise AnswerError(f"{where}: {kind.__name__} without {missing[0]}")
        names = [field.name for field in fields if field.name in value]
        return kind(**{name: _reader(hints[name])(value[name], f"{where}.{name}") for name in names})

    return read


def _union(kinds: tuple[Any, ...]) -> Reader:
    """The first kind that matches; a dataclass matches if all its fields are there."""

    def means(kind: Any, value: object) -> bool:
        if isinstance(kind, type) and dataclasses.is_dataclass(kind):
            own = {field.name for field in dataclasses.fields(kind) if field.default is dataclasses.MISSING}
            return isinstance(value, dict) and own <= value.keys()
        origin = typing.get_origin(kind) or kind
        return type(value) is (type(typing.get_args(kind)[0]) if origin is Literal else origin)

    def read(value: object, where: str) -> object:
        for kind in kinds:
            if kind is Any or means(kind, value):
                return None if kind is type(None) else _reader(kind)(value, where)
        names = ", ".join(getattr(kind, "__name__", str(kind)) for kind in kinds)
        raise AnswerError(f"{where}: expected one of {names}, got {_shown(value)}")

    return read


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"
