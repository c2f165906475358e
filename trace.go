package whittle

import (
	"whittle.dev/internal/report"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// Trace is an execution, as people read it: one step is what happens at a line of a thread.
type Trace struct {
	// Threads are the functions that the threads run, by their numbers; the initial thread is 0.
	Threads []string
	Steps   []Step
	// Message is the violation at the end, in one sentence.
	Message string
}

// Step is what happens at a line of a thread.
type Step struct {
	// Thread is an index in Trace.Threads; -1: it belongs to no thread.
	Thread int
	Position
	// Text is the line of the source.
	Text string
	// Effects are what happens, in order.
	Effects []Effect
	// Accesses are the reads and writes of memory, in their order.
	Accesses []Access
	// Minor steps tell little and are folded when a trace is printed.
	Minor bool
	// Broken: the property is violated here.
	Broken bool
}

// Effect is one thing that happens in a step.
type Effect struct {
	// Kind is "assign" (to a variable that only its thread sees), "read", "write", "input" (a value is
	// chosen), "condition" (Value holds), "start" and "join" (of Thread), "atomic" and "end" (of an atomic
	// section), "free", "fail" (a library function returns the error Value), "exit", "print", "jump" (Value
	// says how many turns of a loop are left out), "more" (accesses of a library function are left out),
	// "violation", "undefined" or "deadlock", or an operation of the library: "lock", "rdlock", "wrlock",
	// "trylock", "unlock", "rwunlock", "wait", "wake", "signal", "broadcast", "barrier", "barrier-leave",
	// "sem-wait", "sem-trywait", "sem-post".
	Kind string
	// Object is what is read, written, freed or taken: "queue.items[3]"; of an input its name.
	Object string
	// Value is what was read, written or chosen, or what Kind says; of an operation that has failed the
	// error.
	Value string
	// Thread is started, joined, or has written what is read if it is another one; -1: none.
	Thread int
	// Unset: what is read was never written.
	Unset bool
	// Failed: the operation has not done what it is for.
	Failed bool

	text string
}

// String is the effect as the printed trace has it: "x := 1", "takes m", "input n = 3".
func (e Effect) String() string { return e.text }

// Access is a read or a write of memory.
type Access struct {
	Object string // "queue.items[3]"; of the heap by the place of its allocation
	Value  string
	Write  bool
	Atomic bool
}

func newTrace(t *trace.Trace, files *source.Files) *Trace {
	if t == nil {
		return nil
	}
	out := &Trace{Threads: t.ThreadNames()}
	if h, ok := report.FindHeadline(t, files); ok {
		out.Message = h.Message
	}
	names := report.NewNames(t)
	for _, row := range report.Rows(t, files) {
		if row.Idle {
			continue
		}
		s := Step{Thread: row.Thread, Position: position(files, row.Pos), Text: row.Text,
			Minor: row.Minor, Broken: row.Broken}
		for _, e := range row.Effects {
			s.Effects = append(s.Effects, Effect{Kind: string(e.Kind), Object: e.Object, Value: e.Value,
				Thread: e.Thread - 1, Unset: e.Unset, Failed: e.Failed, text: e.String()})
		}
		for _, i := range row.Steps {
			step := &t.Steps[i]
			if step.Kind == trace.KindLoad || step.Kind == trace.KindStore {
				s.Accesses = append(s.Accesses, Access{Object: names.Object(step),
					Value: names.Value(step.Value),
					Write: step.Kind == trace.KindStore, Atomic: step.Atomic})
			}
		}
		out.Steps = append(out.Steps, s)
	}
	return out
}
