// Package check is the life of one run: it settles the task, runs the front end and the engines, judges what
// they answer, replays violations, and writes the outcome in every format.
//
// Check does all that for a property:
//
//	o, err := check.Check(ctx, check.Task{Files: []string{"prog.c"}}, check.Options{Timeout: time.Minute})
//	if err != nil {
//		return err // bad input: a missing file, a syntax error
//	}
//	err = o.WriteText(os.Stdout, check.ReportOptions{})
//
// Run executes a program once under a random schedule, Replay and WriteReplay repeat an execution, and Show
// prints what the front end made of a program. The command whittle, the bench runner and the public package
// whittle are thin callers of this package; it is the only place that knows which front end, engine and
// solver are put together.
//
// The files: task.go and database.go settle a task; engines.go, settings.go and auto.go make the engine;
// check.go is the run, decide.go asks the engine, and confirm.go replays what it answers. witness.go writes
// witnesses, which package validate checks.
//
// Known limits: Check holds the program in memory until the outcome is dropped.
package check
