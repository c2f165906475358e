// Package audit re-checks the answers of an smt.Solver: it evaluates the
// assertions in every model, decides every unsatisfiable core again with a
// second solver, and decides every unsatisfiable conjunction again if it is small.
//
// # Main types
//
//	Solver   a decorator around any smt.Solver, itself an smt.Solver
//	Config   the second solver, limits, and what to do with a discrepancy
//	Error    a discrepancy: what was asked, what was answered, what is wrong
//
// # Example
//
//	st := term.NewStore()
//	s := audit.New(st, native.New(st, native.Config{}), audit.Config{
//		Second: func() smt.Solver {
//			return native.New(st, native.Config{NoSimulation: true, NoDefinitions: true})
//		},
//	})
//	... s.Assert, s.Check as with any solver ...
//	if err := s.Err(); err != nil {
//		log.Fatal(err) // a wrong answer
//	}
//
// A wrong answer is turned into Unknown with the reason "audit: ...", so that it
// can never become a verdict.
//
// # Known limits
//
// The ordering capability is passed through, but orders are not part of a model: once
// it is used, only the assertions are evaluated in models, and neither cores nor
// unsatisfiable answers are re-checked.
package audit
