"""How Numba sees what kernels get by reference: as one pointer, behind which a field is read where it is used.

:mod:`~strategist.search.kernels.numba.borrowed` lays down the words. Numba would pass a named tuple by value: every
array in it as seven or more numbers, some four hundred of them from function to function. Fields never change, and
their arrays belong to whoever calls the kernel. So reads are marked as free for the compiler to move and join, and
references to the arrays are not counted.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.extending import NativeValue, box, lower_getattr_generic, register_model, typeof_impl, unbox

from strategist.search.kernels.numba.borrowed import Lent, name_of_tuple

_WORD = ir.IntType(64)
_OWNERS = 2
"""The first elements of Numba's arrays say who owns the data."""
_ITEM_SIZE = 3


class Borrowed(types.NamedTuple):
    """The type of a named tuple behind a pointer."""

    @property
    def mangling_args(self) -> tuple[str, tuple[()]]:
        # The whole name has thousands of characters, and would be a part of the name of each function.
        return name_of(self), ()


register_model(Borrowed)(models.OpaqueModel)


@typeof_impl.register(Lent)
def _type_of(value: Any, context: Any) -> Any:
    return Borrowed([typeof_impl(each, context) for each in value], type(value))


def name_of(typ: Any) -> str:
    """The name of a type, which is the one that :func:`~strategist.search.kernels.numba.borrowed.lay` returns."""
    if not isinstance(typ, types.BaseTuple):
        return str(typ)
    every: Any = typ
    return name_of_tuple(getattr(typ, "instance_class", tuple), [name_of(each) for each in every.types])


@unbox(Borrowed)
def _unbox_borrowed(typ: Any, tuple_object: Any, c: Any) -> Any:
    """The address of a tuple's block, which lives as long as the tuple."""
    block = c.pyapi.object_getattr_string(tuple_object, "_block")
    place = c.pyapi.object_getattr_string(block, "address")
    address = c.pyapi.long_as_longlong(place)
    c.pyapi.decref(place)
    c.pyapi.decref(block)
    return NativeValue(c.builder.inttoptr(address, c.context.get_value_type(typ)))


@box(Borrowed)
def _box_borrowed(typ: Any, value: Any, c: Any) -> Any:
    raise NotImplementedError(f"{typ.instance_class.__name__}: a kernel cannot return what it gets by reference")


@lower_getattr_generic(Borrowed)
def _get_field(context: Any, builder: Any, typ: Any, value: Any, name: str) -> Any:
    return field_at(context, builder, typ, value, typ.fields.index(name))


def field_at(context: Any, builder: Any, typ: Any, value: Any, index: int) -> Any:
    """The value of a field of what is behind a pointer."""
    layout = ir.LiteralStructType([_layout(context, each) for each in typ.types])
    place = builder.bitcast(value, layout.as_pointer())
    return _load(context, builder, typ.types[index], cgutils.gep_inbounds(builder, place, 0, index))


def _layout(context: Any, typ: Any) -> Any:
    """How a field stands in memory: in words."""
    if isinstance(typ, types.Array | Borrowed):
        return context.get_value_type(typ)
    if isinstance(typ, types.BaseTuple):
        every: Any = typ
        return ir.LiteralStructType([_layout(context, each) for each in every.types])
    return _WORD


def _load(context: Any, builder: Any, typ: Any, place: Any) -> Any:
    """The value of a field, read number by number: so the compiler leaves out what is not used."""
    if isinstance(typ, types.Array):
        return _load_array(context, builder, typ, place)
    if isinstance(typ, Borrowed):
        return _load_any(builder, context.get_value_type(typ), place)
    if isinstance(typ, types.BaseTuple):
        every: Any = typ
        members = [
            _load(context, builder, each, cgutils.gep_inbounds(builder, place, 0, index))
            for index, each in enumerate(every.types)
        ]
        return context.make_tuple(builder, typ, members)
    kind, word = context.get_value_type(typ), _load_any(builder, _WORD, place)
    if isinstance(typ, types.Float):
        return builder.bitcast(word, kind)
    return word if kind == _WORD else builder.trunc(word, kind)


def _load_array(context: Any, builder: Any, typ: Any, place: Any) -> Any:
    layout = context.get_value_type(typ)
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
