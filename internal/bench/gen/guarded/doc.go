// Package guarded writes transition systems down as guarded commands: what a command does not mention stays.
//
// # Main types
//
//	Machine  a system under construction
//	Var      a variable of it, with the terms and effects that are made of it
//	Effect   what a command does to one variable, or demands of the states before and after
//
// # Example
//
//	m := guarded.New()
//	x := m.IntVar("x")
//	m.Init(x.Is(0))
//	m.Command("count", m.When(x.Below(10)), x.Becomes(x.Plus(1)))
//	m.Bad("beyond", x.Above(10))
//	sys := m.System()
//
// # Source
//
// The notation is that of E. W. Dijkstra, "Guarded commands, nondeterminacy and formal derivation of
// programs", CACM 18(8), 1975: in each step one command is taken whose guard holds.
//
// # Known limits
//
// The terms are made by the constructors of package term, which simplify.
package guarded
