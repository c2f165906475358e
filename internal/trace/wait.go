package trace

import (
	"fmt"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
)

// Wait is what a thread waits for where an execution ends because no thread can go on.
type Wait struct {
	Thread int `json:"-"`
	// ThreadName is the function that the thread runs.
	ThreadName string `json:"-"`
	// Kind and Object are those of the library operation that does not return, as in SyncNote, and empty
	// where the program waits by other means. Kind is WaitJoin of a thread that waits for the end of another
	// one.
	Kind   cfa.SyncKind `json:"kind,omitempty"`
	Object string       `json:"object,omitempty"`
	// Behind says that others have taken the lock for reading, as this thread wants to, but a writer waits.
	Behind bool `json:"behind_writer,omitempty"`
	// Child and ChildName are, for WaitJoin, the thread that is waited for.
	Child     int    `json:"child,omitempty"`
	ChildName string `json:"child_name,omitempty"`
	// Holders are the threads that hold the lock that is waited for, if it is one.
	Holders []Holder   `json:"holders,omitempty"`
	Pos     source.Pos `json:"-"` // in the program: of the innermost call outside of the library models
}

// Holder is a thread that holds a lock.
type Holder struct {
	Thread     int        `json:"thread"`
	ThreadName string     `json:"thread_name"`
	Where      string     `json:"where,omitempty"` // Since as file:line:column
	Since      source.Pos `json:"-"`               // where it has taken the lock
	Ended      bool       `json:"ended,omitempty"` // it has ended without giving the lock back
}

// WaitJoin is the kind of a Wait for the end of a thread.
const WaitJoin cfa.SyncKind = "join"

// waitsFor has the words for what operations wait for, before the name of the object.
var waitsFor = map[cfa.SyncKind]string{
	cfa.SyncReadLock: "reading", cfa.SyncWriteLock: "writing", cfa.SyncWake: "a signal at",
	cfa.SyncBarrierLeave: "more threads at", cfa.SyncOnce: "the function called by",
}

// For says what the thread waits for: "b, held by T2 (right) since a.c:12:5"; empty if that is not known.
func (w *Wait) For() string {
	if w.Kind == WaitJoin {
		return "the end of " + label(w.Child, w.ChildName)
	}
	what := waitsFor[w.Kind]
	if what == "" && w.Object == "" {
		return ""
	}
	text := strings.TrimSpace(what + " " + w.Object)
	if w.Behind {
		text += ", for which a writer waits"
	}
	for i, h := range w.Holders {
		switch {
		case i > 0:
			text += " and by"
		case h.Ended:
			text += ", not given back by"
		default:
			text += ", held by"
		}
		switch text += " "; {
		case h.Thread == w.Thread:
			text += "itself"
		default:
			text += label(h.Thread, h.ThreadName)
		}
		if h.Ended {
			text += ", which has ended,"
		}
		if h.Where != "" {
			text += " since " + h.Where
		}
	}
	return text
}

// Reason is For as the end of a sentence, or nothing.
func (w *Wait) Reason() string {
	if what := w.For(); what != "" {
		return ": it waits for " + what
	}
	return ""
}

// label names a thread: "T2 (right)".
func label(i int, name string) string {
	if name == "" {
		return fmt.Sprintf("T%d", i)
	}
	return fmt.Sprintf("T%d (%s)", i, name)
}
