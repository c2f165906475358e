// Package ordering is the order of an execution as the solver sees it: which event comes before which
// other, as far as literals of the formula say so.
//
// The words are those of axiomatic memory models (J. Alglave, L. Maranget, M. Tautschnig, "Herding cats",
// TOPLAS 36(2), 2014; H. Sun, F. He et al., "Satisfiability modulo ordering consistency theory for
// multi-threaded program verification", PLDI 2021):
//
//   - program order: the nodes of a thread, and the start of a thread after its creation;
//   - read-from: a read sees a write, or the initial content of its place;
//   - write order: of two writes to one place, one is before the other;
//   - from-read: a read is before each write that comes after the one that it sees. This follows from the two
//     above, in the solver and here;
//   - joins, and critical sections that are ordered as wholes.
//
// The solver's theory sees to it that these have no cycle. A Model collects them while a formula is made
// and hands them to the solver. When the solver has found a model of the formula, Past says what must have
// happened before some nodes, and Linearise puts that into the order of a trace.
//
//	m := ordering.New(g, solver)
//	m.ReadFrom(lit, ordering.Source{Write: w}, read)
//	m.Send()
//	...
//	past := m.Past(values, goal.Node)
//	nodes, err := m.Linearise(values, past)
package ordering
