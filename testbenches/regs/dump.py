"""Compiles a SystemRDL file with PeakRDL's compiler and prints what it holds, a line for each
register and each field."""

import sys

from systemrdl import RDLCompiler
from systemrdl.node import FieldNode, RegNode

compiler = RDLCompiler()
compiler.compile_file(sys.argv[1])
root = compiler.elaborate().top
print("addrmap", root.inst_name)
for node in root.descendants(unroll=True, skip_not_present=False):
    path = node.get_path()
    if isinstance(node, RegNode):
        access = node.get_property("other_access")
        print("register", path, hex(node.absolute_address), node.get_property("regwidth"), access)
    if isinstance(node, FieldNode):
        reset = node.get_property("reset")
        write = node.get_property("onwrite")
        values = node.get_property("encode")
        names = [f"{value.name}={value.value}" for value in values] if values else []
        print(
            "field", path, node.lsb, node.width,
            "none" if reset is None else hex(reset),
            node.get_property("sw").name,
            "none" if write is None else write.name,
            ",".join(names) or "none",
        )
