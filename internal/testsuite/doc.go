// Package testsuite makes test suites: executions of a program that together cover what can be covered, with
// what they are expected to do, and for everything else the proof that no execution covers it.
//
//	s, err := testsuite.Make(ctx, prog, testsuite.Config{Criterion: cover.Branches, Ask: ask})
//	notes, err := folder.Write("tests", folder.Input{Suite: s, ...})
//
// # How it works
//
// A few executions with small random inputs and random schedules cover what is easy. For the rest an
// engine is asked whether the program that ends where a goal is taken (cover.Targets) violates its
// property. A violation is the beginning of a test: the execution follows it on the program as it is, and
// goes on to an end. If there is none, all goals that are left are dead, and the engine's answer is the
// proof. If the engine does not know, it is asked about each goal by itself.
//
// In the end tests that others make unnecessary are left out: of the tests found, a smallest set is chosen
// that covers the same, or the greedy one if the search for a smallest takes too long.
//
// # Main types
//
//	Suite   the goals with their states, and the tests
//	Test    one execution, and what it is expected to do
//
// # Known limits
//
// Which tests are found may depend on the machine if the engine runs into a limit of time, or if it is
// several that run side by side for long.
package testsuite
