package run

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/graphs"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/trace"
)

// Replay executes a program as a trace says. The outcome is the violation, with the steps that lead to it.
// The trace is what WriteJSON or WriteTrace has written, or a file in the format of package trace.
func Replay(ctx context.Context, t Task, in io.Reader) (Outcome, error) {
	tr, err := readTrace(in)
	if err != nil {
		return Outcome{}, &InputError{Err: err}
	}
	r, err := t.SettleFor(tr)
	if err != nil {
		return Outcome{}, err
	}
	prog, diags, err := settle.Load(ctx, r)
	if err != nil {
		return Outcome{}, err
	}
	if len(r.Asked.Members()) > 1 {
		prog = pass.Without(prog, r.Asked.Without(tr.Property))
		r.Asked = tr.Property
	}
	again := interp.Replay
	if tr.Weak != nil {
		again = graphs.Replay
	}
	prog = pass.Beyond(prog)
	full, err := again(ctx, prog, tr.Machine())
	if err != nil {
		return Outcome{}, fmt.Errorf("the trace does not replay: %w", err)
	}
	o := Outcome{Property: r.Asked, Files: prog.Files, Result: engine.Violated(r.Asked, full),
		DataModel: r.DataModel, Inputs: r.Files, Diagnostics: diags, prog: prog, task: r}
	o.Verdict = o.Result.Verdict
	return o, nil
}

// WriteTrace writes the violation of an outcome for Replay, without what that finds out by itself.
func (o Outcome) WriteTrace(w io.Writer) error {
	if o.Result.Trace == nil {
		return ErrNoViolation
	}
	// Indented, as trace.Write has it, a trace of 20,000 threads takes several times as long.
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(o.Result.Trace.Machine())
}

// readTrace reads a trace that stands alone or as the field "trace" of the JSON of an outcome.
func readTrace(in io.Reader) (*trace.Trace, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	var outcome struct {
		Trace json.RawMessage `json:"trace"`
	}
	// What is no JSON at all is reported by trace.Read, with the place.
	if json.Unmarshal(text, &outcome) == nil && len(outcome.Trace) > 0 {
		text = outcome.Trace
	}
	return trace.Read(bytes.NewReader(text))
}
