// Package testsuite makes test suites: executions of a program that together cover what can be covered, with
// what they are expected to do, and for everything else the proof that no execution covers it.
//
//	s, err := testsuite.Make(ctx, prog, testsuite.Config{Criterion: cover.Branches, Ask: ask})
//	err = s.WriteTo(folder)   // package folder
//
// # How it works
//
// A few executions with small random inputs and random schedules cover what is easy. For the rest an
// engine is asked whether the program that ends where a goal is taken (cover.Targets) violates its
// property. A violation is the beginning of a test: the execution follows it on the program as it is, and
// goes on to an end. If there is none, all goals that are left are dead, and the engine's answer is the
// proof. If the engine does not know, it is asked about each goal by itself.
//
// In the end tests that others make unnecessary are left out: of the tests found, a set is chosen that is as
// small as possible (set cover), and among such sets one with short executions.
//
// # Main types
//
//	Suite   the goals with their states, and the tests
//	Test    one execution, and what it is expected to do
//
// # Known limits
//
// Which tests are found may depend on the machine if the engine runs into a limit of time.
package testsuite
