// Package encoding asks about all executions of an event graph at once: what its goals depend on becomes
// one formula and one order, a solver is asked, and its model becomes a trace.
//
// An Encoder starts from the goals that are asked for. What is asserted pulls in the definitions of the
// symbols in it (formula.go), and these pull in others: guards, the validity of addresses, what reads see
// (reads.go), joins, critical sections that are ordered as wholes (sections.go). When an event takes place
// is in completes.go.
//
//   - Ask: is a goal of a kind reachable (goals.go)? AskRaces: does a pair of accesses race (races.go)?
//     Refute: can a question be answered by counts alone, without looking at what reads see (refute.go)?
//   - Trace, RaceTrace: the model as a concrete execution (execution.go) and a trace (trace.go,
//     races_trace.go).
//
// Example:
//
//	e := encoding.New(ctx, known, solver, 0, nil)
//	if reply, err := e.Ask(events.ViolationGoal); err == nil && reply.Status == smt.Sat {
//		return e.Trace()
//	}
//
// Limits: BreakSymmetry, FindRaces and NeedAll must come before the first question; an encoder asks about
// goals or about races, and races leave sections in their middle.
package encoding
