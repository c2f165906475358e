// Package c turns C programs into control-flow automata: it preprocesses, parses and types C with
// modernc.org/cc/v4, and lowers the typed syntax trees to a [whittle.dev/internal/cfa.Program]. No compiler
// and no header is needed on the machine; small headers and the macros that gcc predefines are embedded.
//
//	prog, diags, err := c.Load(ctx, c.Config{Files: []string{"a.c"}, DataModel: c.ILP32})
//
// # The parts
//
// What a program is made of, and what its words mean, is in config. From text to trees: parse has the parser
// and what it is told; ctext makes texts ready for it, prune leaves out what a program cannot need, library
// has the headers and the models of library functions; lex and syntax know words and trees. Types: layout has
// sizes and offsets, ctype the types of expressions where the parser's cannot be trusted, repr what the
// lowering asks of a type. From trees to automata: flow has the steps of a function, value its values, lower
// the parts of C and the program as a whole; builtin is given to lower, and knows the functions that are
// lowered directly. Beside the program: probe has monitors, monitor lowers what they do in a function, places
// has what witnesses can name, instrument writes the program with hooks, and foreign gives other front ends
// the library models.
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
