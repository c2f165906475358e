// Package c turns C programs into control-flow automata: it preprocesses, parses and types C with
// modernc.org/cc/v4, and lowers the typed syntax trees to a [whittle.dev/internal/cfa.Program]. No compiler
// and no header is needed on the machine; small headers and the macros that gcc predefines are embedded.
//
//	prog, diags, err := c.Load(ctx, c.Config{Files: []string{"a.c"}, DataModel: c.ILP32})
//
// # The parts
//
// What stands around the lowering are packages below this one. From text to trees: parse has the parser and
// what it is told; ctext makes texts ready for it, prune leaves out what a program cannot need, library has
// the headers and the models of library functions; lex and syntax know words and trees. Types: layout has
// sizes and offsets, ctype the types of expressions where the parser's cannot be trusted, repr what the
// lowering asks of a type. Beside the program: probe has monitors, places what witnesses can name, and
// instrument writes the program with hooks.
//
// # From trees to automata
//
// Only what can be reached is lowered: the entry function, what it calls, and
// functions whose address is taken.
//
//   - A scalar local whose address is not taken is a register. Its uninitialised
//     value is an input at its declaration. Other locals are objects that are
//     allocated when the function begins and freed when it returns.
//   - Objects of static storage have fixed addresses, so an address constant is
//     a constant term. An extern object without a definition is an input.
//   - A thread-local scalar whose address is not taken is a register of the
//     thread; others are objects that every thread makes at its start.
//   - One Load or Store for each access to a scalar; operands from left to right;
//     a compound assignment whose right side calls a function reads its left
//     side last, as compilers do. && || ?: are terms where the later operands
//     take no steps, and branches elsewhere.
//   - A bit-field is read and written in the fewest bytes that contain it.
//   - Structs and unions are copied part by part. A function gets a struct
//     argument by its address and copies it; it returns a struct through a
//     buffer of its caller, whose address is its first parameter.
//   - GNU vectors are copied, passed and returned like structs; an operator works
//     on each element without promoting it and puts the result into memory.
//   - Variable arguments are put into memory in slots of eight bytes, whose
//     address is the last parameter.
//   - Signed arithmetic wraps. Under no-overflow each signed operation has a
//     branch to a violation. A shift amount counts modulo the width of the
//     promoted left operand. Division by zero is undefined behaviour.
//   - _Atomic objects, __atomic and __sync built-ins: a load or store is one
//     step with its order, anything else one atomic section. A weak
//     compare-exchange may fail for no reason.
//   - A function named __VERIFIER_atomic_... is an atomic section as a whole.
//   - A call of reach_error, __VERIFIER_error or __assert_fail is a violation of
//     unreach-call, whatever the program defines these to do; when another
//     property is checked they are functions like any other.
//   - A function without definition and without model is an input, with a
//     warning; its effects are ignored. Known functions of the C library whose
//     effects matter are not ignored: their call is not supported.
//   - What is not supported becomes an Unsupported edge that names it. It
//     counts only if it is reached.
//
// # Known limits
//
// A long double can be moved and folded, not computed with. No complex arithmetic, inline assembly, nested
// functions. An object in ILP32 can have as many bytes as the largest declared one, and
// at least 128 KB. _Atomic is known from declarations and typedefs, not through typeof. The designated ranges
// of one initialiser stand for 262144 elements at most. The parser copies the types of members, so that
// structs of structs cost as much as they have members in all. In a preprocessed program with many
// declarations, errors in declarations and static inline functions that it does not use go unnoticed.
//
// # Sources
//
// ISO C11 (N1570), the GNU C extensions as gcc 12 documents them, and the
// rules of SV-COMP for the names that begin with __VERIFIER_.
package c
