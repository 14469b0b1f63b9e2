"""Named tuples that kernels get by reference.

Numba passes a named tuple by value: every array in it as seven or more numbers. A search that hands its problem and its
desk from function to function would copy four hundred numbers a call, and the compiler would have to write all of them
down at each. A class that is marked :func:`by_reference` is passed as one pointer, and a field is read where it is
used. Kernels see no difference, except that no kernel can make or return an instance of the class.

Fields never change, and their arrays belong to whoever calls the kernel. So reads are marked as free for the compiler
to move and join, and references to the arrays are not counted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, TypeVar

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.extending import NativeValue, box, lower_getattr_generic, register_model, typeof_impl, unbox

Class = TypeVar("Class", bound=type)

_OWNERS = 2
"""The first elements of Numba's arrays say who owns the data."""
_ITEM_SIZE = 3


class _Borrowed(types.NamedTuple):
    """The type of a named tuple behind a pointer."""

    @property
    def mangling_args(self) -> tuple[str, tuple[()]]:
        # The whole name has thousands of characters, and would be a part of the name of each function.
        return f"{self.instance_class.__name__}{hashlib.sha256(self.name.encode()).hexdigest()[:16]}", ()


register_model(_Borrowed)(models.OpaqueModel)


def by_reference(made: Class) -> Class:
    """Let kernels get the instances of a named tuple by reference."""

    def type_of(value: Any, context: Any) -> Any:
        return _Borrowed([typeof_impl(each, context) for each in value], made)

    typeof_impl.register(made)(type_of)
    return made


def _struct(context: Any, typ: Any) -> Any:
    """How the fields stand in memory."""
    return ir.LiteralStructType([context.get_value_type(each) for each in typ.types])


@unbox(_Borrowed)
def _unbox_borrowed(typ: Any, tuple_object: Any, c: Any) -> Any:
    """Lay the fields of a tuple on the stack of the wrapper that Python calls."""
    builder = c.builder
    place = cgutils.alloca_once(builder, _struct(c.context, typ))
    failed = cgutils.false_bit
    cleanups: list[Callable[[], None]] = []
    for index, member in enumerate(typ.types):
        field = cgutils.gep_inbounds(builder, place, 0, index)
        item = c.pyapi.tuple_getitem(tuple_object, index)
        if isinstance(member, types.Array):
            # The tuple holds its arrays for as long as the kernel runs: no reference of our own is needed.
            adapt = ir.FunctionType(ir.IntType(32), [c.pyapi.pyobj, c.pyapi.voidptr])
            function = cgutils.get_or_insert_function(builder.module, adapt, "numba_adapt_ndarray")
            wrong = builder.call(function, [item, builder.bitcast(field, c.pyapi.voidptr)])
            failed = builder.or_(failed, cgutils.is_not_null(builder, wrong))
            continue
        native = c.unbox(member, item)
        builder.store(native.value, field)
        failed = builder.or_(failed, native.is_error)
        cleanups.append(_cleanup(c, member, field, native.cleanup))

    def cleanup() -> None:
        for each in reversed(cleanups):
            each()

    return NativeValue(_unknown(builder, c.context.get_value_type(typ), place), is_error=failed, cleanup=cleanup)


def _unknown(builder: Any, pointer: Any, place: Any) -> Any:
    """A pointer of which the compiler does not know whence it comes: where a kernel is inlined into its wrapper, no
    field may be read before it is written here."""
    assembly = ir.FunctionType(pointer, [pointer])
    return builder.asm(assembly, "", "=r,0,~{memory}", [builder.bitcast(place, pointer)], side_effect=True)


def _cleanup(c: Any, member: Any, field: Any, own: Callable[[], None] | None) -> Callable[[], None]:
    def cleanup() -> None:
        if own is not None:
            own()
        if c.context.enable_nrt:
            c.context.nrt.decref(c.builder, member, c.builder.load(field))

    return cleanup


@box(_Borrowed)
def _box_borrowed(typ: Any, value: Any, c: Any) -> Any:
    raise NotImplementedError(f"{typ.instance_class.__name__}: a kernel cannot return what it gets by reference")


@lower_getattr_generic(_Borrowed)
def _get_field(context: Any, builder: Any, typ: Any, value: Any, name: str) -> Any:
    index = typ.fields.index(name)
    place = builder.bitcast(value, _struct(context, typ).as_pointer())
    return _load(context, builder, typ.types[index], cgutils.gep_inbounds(builder, place, 0, index))


def _load(context: Any, builder: Any, typ: Any, place: Any) -> Any:
    """The value of a field, read number by number: so the compiler leaves out what is not used."""
    layout = context.get_value_type(typ)
    if not isinstance(typ, types.Array):
        return _load_any(builder, layout, place)
    array = ir.Constant(layout, ir.Undefined)
    for index, element in enumerate(layout.elements):
        if index < _OWNERS:
            part = ir.Constant(element, None)
        elif index == _ITEM_SIZE:
            part = ir.Constant(element, context.get_abi_sizeof(context.get_data_type(typ.dtype)))
        else:
            part = _load_any(builder, element, cgutils.gep_inbounds(builder, place, 0, index))
        array = builder.insert_value(array, part, index)
    return array


def _load_any(builder: Any, layout: Any, place: Any) -> Any:
    if not isinstance(layout, ir.Aggregate):
        loaded = builder.load(place)
        loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
        return loaded
    whole = ir.Constant(layout, ir.Undefined)
    for index, element in enumerate(layout.elements):
        part = _load_any(builder, element, cgutils.gep_inbounds(builder, place, 0, index))
        whole = builder.insert_value(whole, part, index)
    return whole
