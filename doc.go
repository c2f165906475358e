// Package whittle checks concurrent C programs.
//
// Check decides whether a program keeps a property in every interleaving of its threads and for every input,
// and says so with evidence: a trace that was replayed for Violated, what the answer rests on for Holds.
//
//	o, err := whittle.Check(ctx, whittle.Task{Sources: []whittle.Source{{Name: "a.c", Text: text}}},
//		whittle.Options{Timeout: time.Minute})
//	if err != nil {
//		return err // *whittle.InputError: a missing file, a syntax error
//	}
//	fmt.Println(o.Verdict, o.Why)
//	if o.Trace != nil {
//		for _, step := range o.Trace.Steps {
//			fmt.Println(step.Thread, step.Line, step.Effects)
//		}
//	}
//
// Outcome.Write writes an outcome in every format of the command whittle. The packages smt, sat and term
// below this one are the solver, and useful on their own.
//
// What a verdict means (the semantics of C that is checked, undefined behaviour, the memory model) is written
// in docs/semantics.md. Known limits are listed there, and what is met in a program is named in Outcome.Why.
package whittle
