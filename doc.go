// Package whittle checks concurrent C programs.
//
// Check decides whether a program keeps a property in every interleaving of
// its threads and for every input, and says so with evidence: a trace that
// was replayed for "violated", what the answer rests on for "holds".
//
//	out, err := whittle.Check(ctx, whittle.Task{Files: []string{"prog.c"}}, whittle.Options{})
//	if err != nil {
//		return err // bad input: a missing file, a syntax error
//	}
//	fmt.Println(out.Verdict) // true, false(unreach-call) or unknown
//
// Run executes a program once under a random schedule, and Show prints what
// the front end made of it; Solve runs an SMT-LIB 2 script. The command whittle and the bench runner are
// thin callers of this package; it is the only place that knows which front
// end, engine and solver are put together.
//
// What a verdict means (the semantics of C that is checked, undefined
// behaviour, the memory model) is written in docs/semantics.md. Known limits
// are listed there, and what is met in a program is named in Outcome.Why.
package whittle
