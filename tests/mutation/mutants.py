"""Finds the operators of C sources with libclang, and writes the sources in which each can be another one."""
import re
from pathlib import Path

from clang.cindex import CursorKind as K
from clang.cindex import Index, StorageClass, TranslationUnit, TypeKind

OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-",
         "-": "+", "*": "+", "+=": "-=", "-=": "+=", "true": "false", "false": "true", "continue": "break"}
MOST = 1 << 16  # MUTANTS in mutants.h
UNEVALUATED = (K.CXX_UNARY_EXPR, K.CASE_STMT)  # sizeof; a label, whose statement is looked at alone
ORDERS = ("<", "<=", ">", ">=")
CAST = re.compile(r"^\((?:u?int\d+_t|double|int|size_t|cycle_t)\)")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)


class Source:
    """One file: text, mutants {place: (order, operator, edits, function)}; an edit is (offset, end, text)."""

    def __init__(self, path):
        self.path, self.data, self.found = path, path.read_bytes(), {}
        self.ties = set()  # places of orders that may take equals either way
        self.includes = set()  # sources that this unit includes

    def text(self, start, end):
        return self.data[start:end].decode()

    def line(self, offset):
        """The number of the line of `offset`, its text without its indent, and the column in that."""
        start = self.data.rfind(b"\n", 0, offset) + 1
        end = self.data.find(b"\n", offset)
        line = self.text(start, end)
        return self.data.count(b"\n", 0, start) + 1, line.strip(), offset - start - (len(line) - len(line.lstrip()))

    def written(self, numbers):
        """The text with the mutants {place: number}. Outer expressions begin first and end last."""
        edits = []
        for depth, (place, (_, _, made, _)) in enumerate(sorted(self.found.items(), key=lambda f: f[1][0])):
            if place in numbers:
                for at, end, text in made:
                    opens = text.startswith("MUTANT") or text == "("
                    text = text.replace("NUMBER", str(numbers[place]))
                    edits.append((at, opens, depth if opens else -depth, end, text))
        out, done = [], 0
        for at, _, _, end, text in sorted(edits):
            out += [self.text(done, at), text]
            done = max(done, end)
        return "".join(out) + self.text(done, len(self.data))


def extent(cursor):
    return cursor.extent.start.offset, cursor.extent.end.offset


def edits_of(cursor, source):
    """(place of the operator, operator, edits) of a cursor that has one."""
    start, end = extent(cursor)
    if cursor.kind in (K.BINARY_OPERATOR, K.COMPOUND_ASSIGNMENT_OPERATOR):
        left, right = list(cursor.get_children())
        (left_start, left_end), (right_start, right_end) = extent(left), extent(right)
        gap = source.text(left_end, right_start)
        op = COMMENT.sub("", gap).strip()
        if (left_start, right_end) != (start, end) or op not in OTHER:  # of a macro
            return None
        pointers = [c.type.get_canonical().kind in (TypeKind.POINTER, TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY)
                    for c in (left, right)]
        if op in "+-" and pointers[1]:  # there is no difference of a number and a pointer, no sum of two pointers
            return None
        place = left_end + gap.index(op)
        name = {"&&": "MUTANT_AND(NUMBER, (", "||": "MUTANT_OR(NUMBER, ("}.get(op)
        between = "), ("
        if name is None:
            name = "MUTANT_ASSIGN(NUMBER, (" if op.endswith("=") and op[0] in "+-" else "MUTANT_OPERATOR(NUMBER, ("
            between = f"), {op}, {OTHER[op]}, ("
        between += "\n" * gap.count("\n")
        return place, op, [(start, start, name), (left_end, right_start, between), (end, end, "))")]
    if cursor.kind == K.CONTINUE_STMT and source.text(start, start + 8) == "continue":
        return start, "continue", [(start, start + 8, "MUTANT_CONTINUE(NUMBER)")]
    if cursor.kind == K.RETURN_STMT:
        said = re.fullmatch(r"return (true|false)", source.text(start, start + 12).split(";")[0])
        if said:
            return start + 7, said[1], [(start + 7, start + 7 + len(said[1]), f"MUTANT_BOOL(NUMBER, {said[1]})")]
    return None


def note_tie(cursor, source):
    """The larger or smaller of two, `a < b ? a : b` or `if (a < b) b = a`, is the same for <=."""
    parts = list(cursor.get_children())
    if cursor.kind == K.IF_STMT and len(parts) == 2 and parts[1].kind == K.BINARY_OPERATOR:
        given = list(parts[1].get_children())
    elif cursor.kind == K.CONDITIONAL_OPERATOR:
        given = parts[1:]
    else:
        return
    while parts[0].kind in (K.PAREN_EXPR, K.UNEXPOSED_EXPR):
        parts[0] = next(parts[0].get_children())
    made = edits_of(parts[0], source)
    if made and made[1] in ORDERS:
        compared = parts[0].get_children()
        if (sorted(CAST.sub("", source.text(*extent(c))) for c in compared)
                == sorted(CAST.sub("", source.text(*extent(c))) for c in given)):
            source.ties.add(made[0])


def visit(cursor, sources, function, depth=0):
    file = cursor.location.file
    source = sources.get(file.name) if file else None
    if source is None:
        return
    note_tie(cursor, source)
    made = edits_of(cursor, source)
    if made and made[0] not in source.found and made[0] not in source.ties:
        place, op, edits = made
        source.found[place] = ((depth, *extent(cursor)), op, edits, function)
    children = list(cursor.get_children())
    if cursor.kind in UNEVALUATED:
        children = children[1:]
    elif cursor.kind == K.VAR_DECL:
        if cursor.storage_class == StorageClass.STATIC:  # of constants
            return
        if cursor.type.kind == TypeKind.CONSTANTARRAY:  # not its size
            children = [c for c in children if c.kind == K.INIT_LIST_EXPR]
    elif cursor.kind.name.startswith("OMP"):  # a loop's head must stay what OpenMP knows
        if "ATOMIC" in cursor.kind.name:
            return
        children = [list(c.get_children())[-1] if c.kind == K.FOR_STMT else c for c in children]
    for child in children:
        visit(child, sources, function, depth + 1)


def find(units, sources, flags):
    """Fills the mutants of `sources` {name: Source} from the translation units that hold them."""
    index = Index.create()
    for unit in units:
        parsed = index.parse(str(unit), args=flags, options=TranslationUnit.PARSE_NONE)
        wrong = [d for d in parsed.diagnostics if d.severity >= 3]
        if wrong:
            raise SystemExit(f"mutation: {wrong[0]}")
        included = {i.include.name for i in parsed.get_includes()}
        sources[unit].includes = {s.path for name, s in sources.items() if name in included}
        for cursor in parsed.cursor.get_children():
            if cursor.kind == K.FUNCTION_DECL and cursor.is_definition():
                for child in cursor.get_children():
                    if child.kind == K.COMPOUND_STMT:
                        visit(child, sources, cursor.spelling)


def sources_in(root, folders):
    paths = [p for folder in folders for p in sorted((root / folder).glob("**/*.[ch]"))] if folders else []
    return {str(p): Source(p) for p in paths if not {"shaders", "kernels"} & set(p.relative_to(root).parts)}


def described(source, root, place):
    _, op, _, function = source.found[place]
    number, text, column = source.line(place)
    return {"file": Path(source.path).relative_to(root).as_posix(), "line": number, "function": function, "text": text,
            "column": column, "operator": op, "becomes": OTHER[op]}
