// Package engine is the contract that every engine meets.
//
// An Engine decides whether a Task's program, or transition system, keeps the task's property. Its Result
// carries a verdict and what backs it: for "violated" a trace.Trace (schedule and inputs; the caller replays
// it before anyone sees it), for "holds" the reason in Why, for "unknown" the reason in Why and in Facts the
// strongest facts that were shown.
//
// The contract:
//
//   - The verdict is that of the program's semantics (package cfa), with every
//     reduction on or off.
//   - Task.Program is read-only: its term store is frozen and an engine works
//     in forks of it. Engines may run side by side on one program.
//   - Check returns within a fraction of a second after its context ends, with
//     the verdict unknown and Why set to StopReason(ctx). That is a result,
//     not an error. An error is for defects of the engine itself.
//   - A task is about a program or about a transition system (Task.System). For a system the verdict rests
//     on Result.Path, which the caller replays, or on Result.Invariant. An engine for programs alone answers
//     NoSystems.
//   - What an engine cannot decide (a property, a construct) is "unknown"
//     with a Why that names it.
//   - Result.Evidence and the samples of events are for reports: an engine makes them if
//     Task.Explain is set, and does nothing else differently then.
//   - Task.Events may be nil; Task.Emit takes care of that. Events are for
//     people; nothing depends on them.
//
// An engine reads its options from a Config struct of its own package, given to its constructor; only what
// every engine understands stands in Task. A new engine is a type with two methods:
//
//	type Engine struct{ cfg Config }
//
//	func New(cfg Config) *Engine { return &Engine{cfg} }
//
//	func (e *Engine) Name() string { return "bmc" }
//
//	func (e *Engine) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
//		for bound := 1; t.MaxUnwind == 0 || bound <= t.MaxUnwind; bound *= 2 {
//			t.Emit(engine.Event{Stage: "unroll", Bound: bound})
//			...
//			if ctx.Err() != nil {
//				return engine.Unknown("%s", engine.StopReason(ctx)), nil
//			}
//		}
//		return engine.Unknown("loop bound %d reached", t.MaxUnwind), nil
//	}
package engine
