// Package portable writes terms as bytes that depend on no term store and on no names of symbols, and reads
// them back into any store. So terms can be shared by goroutines that have a store each, kept in
// files, and kept longer than the store that they come from.
//
// # Main types
//
//	Encoder   the terms of one store to bytes
//	Decode    bytes to terms of any store
//	Bytes     numbers and stretches from the front of bytes that may be damaged
//
// # Example
//
//	e := portable.NewEncoder(st)
//	b := e.Append(nil, t, u)
//	ts, _, err := portable.Decode(other, b, func(n int, sort term.Sort) term.Term {
//		return other.Symbol("x"+strconv.Itoa(n), sort)
//	})
//
// # The form
//
// A list of terms is the sequence of its nodes, operands before what is made of them and each once, a zero,
// and the list as indices of nodes. A node is an operator with its parameters and how many nodes before it
// each operand stands; a constant with its sort and value; or a symbol with its sort and number. Numbers are
// unsigned varints. Operands of operators that commute are ordered by a hash in which all symbols of a sort
// are alike, so that lists that differ in the names of symbols only have, but for ties, the same bytes.
//
// # Known limits
//
// Terms of the sorts Bool and BitVec only.
package portable
