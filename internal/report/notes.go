package report

import (
	"fmt"
	"strings"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// Remark is a note on the verdict in words.
type Remark struct {
	Kind   string // a word for programs
	Text   string
	Places []source.Pos // that it speaks of, one at least
}

// Remarks are the notes of the result.
func (s Summary) Remarks() []Remark {
	if s.Files == nil {
		return nil // none has words without its places
	}
	var out []Remark
	for _, n := range s.Result.Notes {
		switch n := n.(type) {
		case engine.Deadlocks:
			r := Remark{Kind: "deadlock", Text: deadlocks(n, s.Files)}
			for _, w := range n.Example {
				r.Places = append(r.Places, w.Pos)
			}
			out = append(out, r)
		case engine.NotInductive:
			r := Remark{Kind: "not-inductive", Text: notInductive(n, s.Files)}
			for _, t := range n.Threads {
				r.Places = append(r.Places, t.Pos)
			}
			out = append(out, r)
		}
	}
	return out
}

// notInductive draws the threads of a step that leads to an error, one a line:
//
//	nothing found so far excludes this:
//	  T1 (worker) is at a.c:12:3 with l = 0
//	  T2 (worker) is at a.c:30:5, its next step writes x
//	  then lock = 0, x = 1, and T1 comes to a.c:13:3: reach_error is reached
func notInductive(n engine.NotInductive, files *source.Files) string {
	var b strings.Builder
	b.WriteString("nothing found so far excludes this:")
	who := "a new thread"
	for i, t := range n.Threads {
		fmt.Fprintf(&b, "\n  T%d (%s) is at %s", i+1, t.Name, shortPlace(files.Format(t.Pos)))
		if t.Locals != "" {
			b.WriteString(" with " + t.Locals)
		}
		switch {
		case t.Steps && t.Writes != "":
			b.WriteString(", its next step writes " + t.Writes)
		case t.Steps:
			b.WriteString(", and makes a step")
		}
		if t.Fails {
			who = fmt.Sprintf("T%d", i+1)
		}
	}
	b.WriteString("\n  then ")
	if n.Shared != "" {
		b.WriteString(n.Shared + ", and ")
	}
	fmt.Fprintf(&b, "%s comes to %s: %s", who, shortPlace(files.Format(n.Pos)), n.Error)
	return b.String()
}

// maxWaits is how many threads of a deadlock are named.
const maxWaits = 4

// deadlocks tells of executions that end in a deadlock: "3 of 100 executions that were tried end in a
// deadlock, e.g. T1 (left) waits for b at a.c:7, T2 (right) waits for a at a.c:15". Threads that wait for the
// end of these say nothing new.
func deadlocks(n engine.Deadlocks, files *source.Files) string {
	var waits []string
	for _, w := range n.Example {
		if w.Kind != trace.WaitJoin {
			waits = append(waits, wait(w, files))
		}
	}
	if more := len(waits) - maxWaits; more > 1 {
		waits = append(waits[:maxWaits], fmt.Sprintf("and %d more threads wait", more))
	}
	example := strings.Join(waits, ", ")
	switch {
	case n.Tried == 1:
		return "an execution ends in a deadlock: " + example
	case n.Ended == 1:
		return fmt.Sprintf("1 of %d executions that were tried ends in a deadlock: %s", n.Tried, example)
	}
	return fmt.Sprintf("%d of %d executions that were tried end in a deadlock, e.g. %s", n.Ended, n.Tried,
		example)
}

// wait says what a thread waits for: "T1 (left) waits for m2 at a.c:12".
func wait(w trace.Wait, files *source.Files) string {
	text := fmt.Sprintf("T%d (%s) waits", w.Thread, w.ThreadName)
	if w.Object != "" {
		text += " for " + w.Object
	}
	if w.Pos.IsValid() {
		text += " at " + shortPlace(files.Format(w.Pos))
	}
	return text
}
