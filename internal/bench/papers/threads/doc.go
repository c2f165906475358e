// Package threads compares proofs for any number of threads: the engine modular, and z3's Spacer on the Horn
// clauses of levels 1 to 3 (whittle show horn), beside what other tools have said.
//
//	e := threads.Evaluation{Whittle: exe, Spacer: "z3", Items: items, Timeout: 10 * time.Second}
//	rows, err := e.Run(ctx)
//	err = threads.WriteText(os.Stdout, rows)
package threads
