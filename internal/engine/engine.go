package engine

import (
	"cmp"
	"context"
	"slices"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/ltl"
	"whittle.dev/internal/picture"
	"whittle.dev/internal/proof"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
	"whittle.dev/internal/ts/inductive"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// Engine decides tasks. It may be used for many tasks, one after the other and at the same time.
type Engine interface {
	// Name is the name by which users choose the engine.
	Name() string
	// Check decides a task; see the package comment for the contract.
	Check(ctx context.Context, t Task) (Result, error)
}

// Task is one question to an engine.
type Task struct {
	// Program is the program as lowered, checked and frozen; nil if the task is about System.
	Program *cfa.Program
	// System is a transition system whose store of terms is frozen; nil if the task is about Program. An
	// engine works on System.Fork().
	System *transition.System
	// Goal is the index of the only goal of System that is asked about, or AllGoals.
	Goal int
	// Property is what is asked: engines look for violations of any part of it.
	Property property.Property
	// Temporal is what is asked if Property is property.LTL or property.NoStarvation; else nil.
	Temporal *Temporal
	// Lowered is the program that passes made Program from, in which the procedures of the library are apart;
	// nil: Program.
	Lowered *cfa.Program
	// Model is the memory model of the program's threads; empty: sequential consistency. An engine is asked
	// only in models that it declares (package plan).
	Model axioms.Model
	// MaxUnwind is the largest loop and recursion bound that an engine that
	// unrolls may use; 0: no such limit. Reaching it is "unknown".
	MaxUnwind int
	// Memory is the memory budget in bytes; 0: none. The caller watches the whole process and ends the
	// context with ErrMemory, engines may use the number to size their arenas.
	Memory uint64
	// Events receives progress; nil: not wanted. It is called from one goroutine at a time.
	Events func(Event)
	// Explain asks for Result.Evidence and Result.Pictures, which may cost a little.
	Explain bool
	// Certify says that a proof without Result.Invariant is of no use, so that an engine of transition
	// systems that has one goes on for an invariant.
	Certify bool
	// Work receives how much an engine has done since it told the last time, in units that depend on the task
	// alone, not on the machine or on time; a unit is very roughly a nanosecond. nil: not wanted. It may be
	// called from several goroutines.
	Work func(units int64)
	// Scarce receives a value when the memory of the process is nearly used up, a little before the context
	// ends for that reason. A caller that runs several engines can then stop one. nil: not watched.
	Scarce <-chan struct{}
	// Confirm looks at a definite answer before it is relied on, at the trace of a violation and the
	// invariant of a proof, if there is one: it returns the result that may be shown, or why it cannot be.
	// A caller that chooses among answers should call it first. nil: whatever is found is checked by the
	// caller.
	Confirm func(context.Context, Result) (Result, error)
}

// Temporal is a question about executions that go on for ever, or stay in their last state for ever.
type Temporal struct {
	// Formula is to hold in all of them that are fair; nil: no thread is to wait for ever.
	Formula *ltl.Formula
	// Fairness is not empty.
	Fairness property.Fairness
}

// About is a proof that can tell what it is about.
type About interface {
	// About returns an error if the proof is not about the property and the system of a task.
	About(context.Context, Task) error
}

// AllGoals asks whether any goal of a system is reached.
const AllGoals = -1

// MemoryModel is the memory model of the program's threads.
func (t Task) MemoryModel() axioms.Model { return cmp.Or(t.Model, axioms.SC) }

// Goals are the indices of the goals of System that are asked about.
func (t Task) Goals() []int {
	if t.Goal != AllGoals {
		return []int{t.Goal}
	}
	out := make([]int, len(t.System.Goals))
	for i := range out {
		out[i] = i
	}
	return out
}

// Did says how much was done, if somebody wants to know.
func (t Task) Did(units int64) {
	if t.Work != nil {
		t.Work(units)
	}
}

// Emit hands an event to the listener, if there is one.
func (t Task) Emit(e Event) {
	if t.Events != nil {
		t.Events(e)
	}
}

// Result is the answer to a task.
type Result struct {
	Verdict property.Verdict
	// Trace shows the violation when the verdict is false: Schedule, Inputs
	// and Violation are set, Steps is left to the replay.
	Trace *trace.Trace
	// Path shows the violation of a system. The symbols in it are those of Task.System.
	Path *transition.Path
	// Invariant is why no goal of a system is reached, or of the system that an engine made of a program;
	// nil: the engine has none to show.
	Invariant *Invariant
	// Proof is why a program holds, where an engine has reasons that can be checked without it; nil: none.
	Proof proof.Proof
	// Candidates may be invariants of loops; nil: the engine has none to show.
	Candidates []Candidate
	// Why says in one line what the verdict rests on: "no loop bound was
	// reached at unwinding 4", "timeout", "not supported: long double".
	Why string
	// Pos is the place that Why speaks of; the zero Pos: none.
	Pos source.Pos
	// What is what is not supported, or the undefined behaviour that was not excluded; empty with another
	// Reason.
	What string
	// In is the library function that is called at Pos and in which that happens, of which other calls stand
	// at More places; empty: it happens at Pos itself.
	In   string
	More int
	// Unfollowed says of what is not supported that it is this engine that does not follow it.
	Unfollowed bool
	// Behind says of what is not supported that executions were followed after it, too, with any effect that
	// it may have, and no violation was found there that does not depend on it.
	Behind bool
	// Others are why the other engines of a run have no answer.
	Others []Opinion
	// Helps are what may help where the verdict is unknown.
	Helps []Help
	// Facts are the strongest facts shown, for people: "no violation up to loop bound 8 with 3 threads".
	Facts []string
	// Assumed lists undefined behaviour that the program may run into and
	// that ends a path without being a violation of the property.
	Assumed []Assumption
	// Otherwise says of a verdict that undefined behaviour keeps open that nothing else does: the property
	// holds in all executions without invalid accesses.
	Otherwise bool
	// UntilInvalid says of a proof that it leaves out what follows an invalid access or free.
	UntilInvalid bool
	// Notes are remarks on the verdict.
	Notes []Note
	Stats []Stat
	// Reason is the kind of what Why says.
	Reason Reason
	// Engine is the name of the engine that gave the verdict where several ran; else empty.
	Engine string
	// Certificate says how the invariant behind "holds" was checked; nil: not asked for.
	Certificate *proof.Certificate
	// Evidence is what the result rests on, place by place; nil: not asked for, or nothing is known.
	Evidence []Evidence
	// Pictures are graphs that the engine had step by step; nil: not asked for (Task.Explain), or it has
	// none.
	Pictures *picture.Album
	// Remembered says that an earlier run has found it out, see package run.
	Remembered bool
	// Failures are the defects of engines that ran beside the one that answered.
	Failures []Failure
}

// Opinion is why an engine has no answer.
type Opinion struct{ Engine, Why string }

// Failure is a defect of an engine that another one made up for.
type Failure struct {
	Engine string
	Err    error
	// Stack is that of a panic, or empty.
	Stack string
	// Trace is the one that was to show a violation and did not, or nil.
	Trace *trace.Trace
}

// Assumption is what a proof takes for granted about undefined behaviour at a place; package report has the
// words.
type Assumption struct {
	Pos source.Pos
	// What names behaviour that does not occur: "invalid access", "division by zero". It is empty if
	// Arbitrary is set.
	What string
	// In is the library function that is called at Pos and in which that does not occur; empty: it is at Pos
	// itself.
	In string
	// Arbitrary: reads of the place may be invalid, and then give any value or end the execution.
	Arbitrary bool
}

// Assumptions returns those of a list, each once, in the order of the source.
func Assumptions(list []Assumption) []Assumption {
	var out []Assumption
	for _, a := range list {
		if !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b Assumption) int { return a.Pos.Compare(b.Pos) })
	return out
}

// Invariant is the certificate of a proof about a system: a set of states that contains the initial ones, is
// closed under the transitions and has no state that reaches a goal asked about. Package inductive checks it.
type Invariant struct {
	// Program is the system that the engine made of a program; the invariant excludes all its goals, since
	// those that are no violations leave the verdict open. nil: the task is about a system.
	Program *transition.System
	// Terms is the store of the system or a fork of it, in which Cond is: a condition on the symbols Sym of
	// the variables.
	Terms *term.Store
	Cond  term.Term
}

// Claim is what there is to check about the invariant behind a proof of a task.
func (inv *Invariant) Claim(t Task) inductive.Claim {
	if inv.Program != nil {
		t = Task{System: inv.Program, Goal: AllGoals}
	}
	sys := *t.System
	sys.Terms = inv.Terms
	return inductive.Claim{System: &sys, Invariant: inv.Cond, Goals: t.Goals()}
}

// Violated is the result "false(p)" with its trace. Of several properties the trace names the one that is
// violated; as long as it names all of them, its replay tells.
func Violated(p property.Property, tr *trace.Trace) Result {
	if tr != nil && p.Covers(tr.Property) {
		p = tr.Property
	}
	return Result{Verdict: property.Violated(p), Trace: tr, Reason: Found}
}

// Reached is the result "false(p)" with a path of a system.
func Reached(p property.Property, path *transition.Path) Result {
	return Result{Verdict: property.Violated(p), Path: path, Reason: Found}
}
