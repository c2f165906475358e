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

// Replay executes a program as a trace says and prints the steps. The trace
// is what WriteJSON printed, or a file in the format of package trace.
func Replay(ctx context.Context, t Task, in io.Reader, out io.Writer, opt ReportOptions) error {
	tr, err := readTrace(in)
	if err != nil {
		return &InputError{Err: err}
	}
	r, err := t.SettleFor(tr)
	if err != nil {
		return err
	}
	prog, _, err := settle.Load(ctx, r)
	if err != nil {
		return err
	}
	if len(r.Asked.Members()) > 1 {
		prog = pass.Without(prog, r.Asked.Without(tr.Property))
		r.Asked = tr.Property
	}
	again := interp.Replay
	if tr.Weak != nil {
		again = graphs.Replay
	}
	full, err := again(ctx, pass.Beyond(prog), tr.Machine())
	if err != nil {
		return fmt.Errorf("the trace does not replay: %w", err)
	}
	o := Outcome{Property: r.Asked, Files: prog.Files}
	o.Result = engine.Violated(r.Asked, full)
	return o.WriteText(out, opt)
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
