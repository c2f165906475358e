package contest

import (
	"bytes"
	"encoding/json"
	"fmt"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// Strategy is a way to use an engine: values of its settings, by name.
type Strategy map[string]string

// What guests say.
const (
	opJoin   = "join"
	opSign   = "sign" // of life
	opAnswer = "answer"
	opLeave  = "leave" // without an answer
)

// request is the message of a guest.
type request struct {
	Op     string
	Guest  string
	Print  string  `json:",omitempty"` // of the question, with opJoin
	Answer *answer `json:",omitempty"`
}

// reply is what a guest is told.
type reply struct {
	Over     bool // there is nothing more to do
	Differs  bool // the question is another one
	Strategy Strategy
}

// answer is a definite result, without what is for the process alone in which it was found.
type answer struct {
	Verdict                 property.Verdict
	Reason                  engine.Reason
	Why                     string
	Facts                   []string
	Assumed                 []engine.Assumption
	Otherwise, UntilInvalid bool
	Trace                   json.RawMessage `json:",omitempty"`
}

// newAnswer is the message for a result.
func newAnswer(r engine.Result) (*answer, error) {
	a := &answer{Verdict: r.Verdict, Reason: r.Reason, Why: r.Why, Facts: r.Facts, Assumed: r.Assumed,
		Otherwise: r.Otherwise, UntilInvalid: r.UntilInvalid}
	if r.Verdict.Kind != property.False {
		return a, nil
	}
	var text bytes.Buffer
	if err := trace.Write(&text, r.Trace); err != nil {
		return nil, err
	}
	a.Trace = text.Bytes()
	return a, nil
}

// result is what a message says.
func (a *answer) result() (engine.Result, error) {
	r := engine.Result{Verdict: a.Verdict, Reason: a.Reason, Why: a.Why, Facts: a.Facts, Assumed: a.Assumed,
		Otherwise: a.Otherwise, UntilInvalid: a.UntilInvalid}
	switch a.Verdict.Kind {
	case property.True:
		return r, nil
	case property.False:
		var err error
		r.Trace, err = trace.Read(bytes.NewReader(a.Trace))
		return r, err
	}
	return r, fmt.Errorf("no answer: %s", a.Verdict)
}

// together reports whether guests may help with a task.
func together(t engine.Task) bool {
	return t.Program != nil && t.System == nil && t.Temporal == nil && t.Program.Observer == nil && !t.Certify
}
