// Package repr says how the types of C are represented: which class and width a scalar has, of which members
// and elements an object consists and in which parts it is copied, with which order an object is accessed,
// and which types operators yield.
//
//	types := repr.New(layout.LP64, unit)
//	s := types.Scalar(t) // s.Width bits, s.Signed
//
// The types are the parser's. What it gets wrong is made up for here: the attribute vector_size, which it
// keeps with the type of the elements, and _Atomic, which it keeps with declarations alone. Sizes and offsets
// come from package layout.
package repr
