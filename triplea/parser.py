"""The library that reads the stream (an optional extra), set up to make nothing of what it reads but data."""

from __future__ import annotations

from typing import IO, Any

from javaobj.v2.api import ObjectTransformer
from javaobj.v2.beans import JavaClassDesc, JavaInstance
from javaobj.v2.core import JavaStreamParser

_EXTERNALIZABLE = 0x04


class _Opaque(JavaInstance):
    """An object that wrote itself in a way of its own: bytes that nobody reads."""

    def load_from_blockdata(self, parser: Any, reader: Any, indent: int = 0) -> bool:
        """They follow as notes to the object."""
        return True


class _Externals(ObjectTransformer):
    """Only what wrote itself in a way of its own is passed over; all else stays fields and notes. Of what is made here the
    library expects notes alone where a class writes itself."""

    def create_instance(self, classdesc: JavaClassDesc) -> JavaInstance | None:
        """See ObjectTransformer."""
        if classdesc.desc_flags & _EXTERNALIZABLE:
            return _Opaque()  # type: ignore[no-untyped-call]
        # TripleA 1 wrote no fields for it, though it has some.
        return JavaInstance() if str(classdesc.name).endswith(".DelegateList") else None  # type: ignore[no-untyped-call]


def parse(stream: IO[bytes]) -> list[Any]:
    """All objects of a stream. Raises whatever the library stumbles over."""
    return list(JavaStreamParser(stream, [_Externals()]).run())
