package trace

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
)

// Wait is what a thread waits for where an execution ends because no thread can go on.
type Wait struct {
	Thread int
	// ThreadName is the function that the thread runs.
	ThreadName string
	// Kind and Object are those of the library operation that does not return, as in SyncNote, and empty
	// where the program waits by other means. Kind is WaitJoin of a thread that waits for the end of another
	// one.
	Kind   cfa.SyncKind
	Object string
	Child  int        // of WaitJoin: the thread that is waited for
	Pos    source.Pos // in the program: of the innermost call outside of the library models
}

// WaitJoin is the kind of a Wait for the end of a thread.
const WaitJoin cfa.SyncKind = "join"
