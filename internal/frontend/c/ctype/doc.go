// Package ctype computes the types of C declarations and expressions from the syntax, with the qualifiers at
// every level, and says which types are compatible.
//
// The parser's own types lose qualifiers behind pointers, forget that arrays become pointers in expressions,
// and know bit-fields of few types only. That is enough to lay out objects, and everything that can be seen
// from a type (sizeof, _Generic, __typeof__, __builtin_types_compatible_p, ?:) needs more:
//
//	t := ctype.New(ast, lay, layout.LP64)
//	ty := t.Value(n)         // of the value of an expression, nil if unknown
//	ctype.Compatible(ty, u)  // C11 6.2.7
//	size, ok := t.Sizeof(ty)
//	v, ok := t.Const(n)      // an integer constant expression
//
// # Sources
//
// ISO C11 (N1570) 6.2.7, 6.3.1, 6.3.2, 6.5, 6.6 and 6.7, and gcc 12 where it
// goes beyond: a bit-field has an integer type of its width, which is promoted
// to int if that is wider and takes part in arithmetic as it is otherwise.
//
// # Known limits
//
// Vectors, complex numbers, _BitInt and nested functions have no type here (nil), and nothing that is
// computed from them has. Tags are found by scope, so that a tag that is declared anew later in an inner
// scope hides the outer one from the beginning of the scope, as in the parser.
package ctype
