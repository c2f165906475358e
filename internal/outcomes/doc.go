// Package outcomes explores the executions of a litmus test in a memory model and tells its outcomes: the
// values that registers and places can have at the end, and how many executions lead to each.
//
//	table, err := outcomes.Explore(ctx, test, axioms.TSO)
//	table.WriteText(w)
package outcomes
