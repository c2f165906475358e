// Package portfolio runs engines side by side: the engine "auto".
//
// The first definite answer, holds or violated, is that of the portfolio; the other engines are stopped. It
// knows no engine by name and takes them in the order of preference.
//
// # Main types
//
//	Engine   implements engine.Engine by others
//	Config   when which engine may run, and how long
//	Member   an engine with what it may do
//
// # Example
//
//	cfg := portfolio.Config{Start: 0.4e9, HeadStart: 1.2e9, Latest: time.Second, Patience: time.Second / 2}
//	eng := portfolio.New(cfg, quick, thorough)
//	res, err := eng.Check(ctx, task)
//	// res.Engine says which of them it was.
//
// # Which answer it is
//
// Which of two engines is the first depends on the machine, and on what else it does. So that the output for
// a program can be relied on, the first engine of the list has a head start, which is measured in what it has
// done (engine.Task.Work), not in time: the answer of a later engine is held back until the first has done
// that much, or has ended without an answer. What the first engine decides within its head start is therefore
// always decided by it, with the same evidence. After that, the verdict is the same whoever is first, but
// the evidence may differ.
//
// An engine may be a Member that is eager: that names the head start of the first against it, and starts when
// the first has done half of that. A member may also have a share, after which it is stopped.
//
// Later engines start a moment after the first, so that they cost nothing where the first is quick. That
// moment has no influence on what is answered.
//
// An answer counts when engine.Task.Confirm agrees, by which the caller replays a violation and checks the
// invariant of a proof. An engine that
// answers wrongly, fails or panics is out, and the others go on; its failure is reported with the result
// (Result.Failures). If an engine says that the property holds and another one has a violation that was
// confirmed, or is within Config.Patience, the violation is the answer and the other's claim a failure.
//
// # Unknown
//
// If no engine has a definite answer, the reason is that of the engine that names something in the program,
// such as a construct that is not supported, before those of engines that met a limit; all engines that took
// part are named with theirs, and the facts are those of all. Engines that do not answer tasks of the kind
// take no part. Where the first engine has found such a reason in the program, the others have Config.Grace
// to do better.
//
// # Memory
//
// The budget is that of the process. When it is nearly used up (engine.Task.Scarce) the last engine that runs
// is stopped, and the others go on with what it has left.
//
// # Known limits
//
// An engine that does not tell of all its work has a longer head start, at most until an answer was held back
// for Config.Held: which engine is the first then depends on the machine. Engines that do not look at
// their context are left behind after Config.Patience.
package portfolio
