package bugreport

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"

	"whittle.dev/internal/trace"
	"whittle.dev/internal/version"
)

// Report describes an internal error.
type Report struct {
	Version  string       `json:"version"` // filled in by Write
	Error    string       `json:"error"`
	Task     any          `json:"task"` // what was asked
	Property string       `json:"property"`
	Engine   string       `json:"engine"`
	Stack    string       `json:"stack,omitempty"`
	Trace    *trace.Trace `json:"trace,omitempty"`
	// Path is a path of a transition system that was to show a violation.
	Path *Path `json:"path,omitempty"`
	// Query is a question to the solver that was answered wrongly, as an SMT-LIB script.
	Query string `json:"query,omitempty"`
}

// Path is a path of a transition system as the engine gave it, whatever is wrong with it.
type Path struct {
	Goal   int        `json:"goal"`
	States [][]string `json:"states"`
	Steps  []int      `json:"steps"` // transitions
}

// Write writes the report to a new file in a folder, that for temporary files if dir is empty, and returns
// its name.
func (r Report) Write(dir string) (name string, err error) {
	r.Version = version.String()
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return "", err
	}
	f, err := os.CreateTemp(dir, "whittle-bug-*.json")
	if err != nil {
		return "", err
	}
	_, err = f.Write(append(text, '\n'))
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return "", err
	}
	return f.Name(), nil
}

// Panic is a panic of a part that works on the user's input, as an error.
type Panic struct {
	Value any
	Stack string
}

// Error returns the value of the panic.
func (p *Panic) Error() string { return fmt.Sprintf("internal error: panic: %v", p.Value) }

// Report describes the panic.
func (p *Panic) Report() Report {
	return Report{Error: fmt.Sprintf("panic: %v", p.Value), Stack: p.Stack}
}

// Caught returns what recover returned, or the words for an invariant that does not hold, as an error with
// the stack of the caller.
func Caught(value any) *Panic {
	stack := make([]byte, 1<<16)
	return &Panic{value, string(stack[:runtime.Stack(stack, false)])}
}

// Guard turns, deferred, a panic of a part that writes a file into an error: the answer is not lost with it.
func Guard(err *error) {
	if p := recover(); p != nil {
		*err = Caught(p)
	}
}
