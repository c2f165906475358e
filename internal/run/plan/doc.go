// Package plan decides who answers a question about a program: what is read off its text, which engines run
// beside each other, in which order, and how much each may do. A plan is data: the run follows it, and
// `whittle check --explain-plan` prints it.
//
//	p := plan.Chooser{}                         // no engine is meant in particular
//	r := p.Roster(property.NoDataRace, plan.FeaturesOf(prog), plan.Known{})
//	// r.Look: locks and the order of threads exclude races
//	// r.Members: bmc first, then ceds, dpr for a while, ...
//
// The main types are Features (what a program has that matters for the choice), Known (what other answers
// have shown), Roster (who answers one question) and Plan (all questions of a run, as far as they are known
// before the first answer).
//
// Budgets are Work, in the units of engine.Task.Work: they depend on the task alone, so that the choice of
// who answers does not depend on the speed of the machine. Only the limit that a user sets is wall time.
//
// Known limits: an engine that does not report all of its work has more than its share. The guards of package
// portfolio and of the agenda then end its turn by wall time.
package plan
