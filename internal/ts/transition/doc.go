// Package transition is transition systems in their general form: variables, an initial condition,
// transitions that are guarded assignments or relations over the states before and after, and bad states.
//
// Systems of package ts, whose processes step from location to location, become such systems by
// FromProcesses; others are read from files of the hardware and infinite-state model checkers.
//
// # Main types
//
//	System      variables, initial condition, transitions, goals
//	Var         a state variable with its symbols for the state before and after
//	Transition  guards, assignments v' = e, relational conjuncts
//	Goal        a set of bad states, a disjunct of the error condition
//	Path        states with the transitions between them; Replay checks each step
//
// # Example
//
//	st := term.NewStore()
//	sys := &transition.System{Terms: st}
//	x := sys.AddVar("x", term.Int)
//	sys.Init = st.Eq(sys.Vars[x].Sym, st.Int64(0))
//	sys.Transitions = append(sys.Transitions, transition.Transition{Name: "count",
//		Guards:  []term.Term{st.Lt(sys.Vars[x].Sym, st.Int64(10))},
//		Updates: []transition.Update{{Var: x, Value: st.IntAdd(sys.Vars[x].Sym, st.Int64(1))}}})
//	sys.Goals = []transition.Goal{{Name: "beyond", Cond: st.Gt(sys.Vars[x].Sym, st.Int64(10))}}
//
// # Source
//
// I. Brückner, K. Dräger, B. Finkbeiner, H. Wehrheim, "Slicing Abstractions", section 3.
//
// # Known limits
//
// A run need not be infinite, unless a property speaks of infinite ones: a state
// without successors is reached like any other.
package transition
