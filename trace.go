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
	// Effects say what happens: "x := 1", "lock m", "i = 3".
	Effects []string
	// Accesses are the reads and writes of memory, in their order.
	Accesses []Access
	// Minor steps tell little and are folded when a trace is printed.
	Minor bool
	// Broken: the property is violated here.
	Broken bool
}

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
			Effects: row.Effects, Minor: row.Minor, Broken: row.Broken}
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
