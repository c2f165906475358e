// Package run is the life of one run: it settles the task, runs the front end and the engines, judges what
// they answer, replays violations, and writes the outcome in every format.
//
// Check does all that for a property:
//
//	o, err := run.Check(ctx, run.Task{Files: []string{"prog.c"}}, run.Options{Timeout: time.Minute})
//	if err != nil {
//		return err // bad input: a missing file, a syntax error
//	}
//	err = o.WriteText(os.Stdout, run.ReportOptions{})
//
// Run executes a program once under a random schedule, Replay and WriteReplay repeat an execution, and Show
// prints what the front end made of a program. The command whittle, the bench runner and the public package
// whittle are thin callers of this package; it is the only place that knows which front end, engine and
// solver are put together.
//
// A run has four steps. Package settle fills in what the task leaves open. planned (check.go) says
// who may be asked, package panel makes the engines, and package plan chooses among them for each question.
// checkRun.ask loads the program and asks: one question, or those of an agenda (agenda.go) if
// there are several properties; each question goes its course (course.go) from one form of the program to
// the next, in each of which the text is looked at (package look) before engines are asked (question.go).
// checkRun.judge completes the answer; on the way each answer was replayed or certified (confirm.go,
// certify_system.go). A task may need more than one look at the program, each a run (looks.go).
//
// From Check to the Check of an engine that runs beside others lead six calls: CheckSettled, checkRun.ask,
// question.answer, portfolio.Engine.Check, its member's check, and that of the engine.
//
// Known limits: Check holds the program in memory until the outcome is dropped.
package run
