package run

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// Replay executes a program as a trace says and prints the steps. The trace
// is what WriteJSON printed, or a file in the format of package trace.
func Replay(ctx context.Context, t Task, in io.Reader, out io.Writer, opt ReportOptions) error {
	tr, err := readTrace(in)
	if err != nil {
		return &InputError{err}
	}
	r, err := t.settleFor(tr)
	if err != nil {
		return err
	}
	prog, _, err := load(ctx, r)
	if err != nil {
		return err
	}
	if len(r.Asked.Members()) > 1 {
		prog = pass.Without(prog, r.Asked.Without(tr.Property))
		r.Asked = tr.Property
	}
	full, err := interp.Replay(ctx, pass.Beyond(prog), tr.Machine())
	if err != nil {
		return fmt.Errorf("the trace does not replay: %w", err)
	}
	o := Outcome{Property: r.Asked, Files: prog.Files}
	o.Result = engine.Violated(r.Asked, full)
	return o.WriteText(out, opt)
}

// madeFor notes in a trace what the program was made for, whose edges it names.
func (r Settled) madeFor(tr *trace.Trace) *trace.Trace {
	if tr == nil {
		return nil
	}
	out := *tr
	if l := tr.Lasso; l != nil && r.names[l.Violated] != "" {
		named := *l
		named.Violated = r.names[l.Violated] + ": " + l.Violated
		out.Lasso = &named
	}
	if lowered := r.lowering(); tr.Property != lowered {
		out.For = lowered
	}
	if failings[r.MayFail] != c.NoneFail {
		out.MayFail = r.MayFail
	}
	return &out
}

// settleFor settles a task that is about the program of a trace, if it does not say what it is about, and
// which calls fail in it.
func (t Task) settleFor(tr *trace.Trace) (Settled, error) {
	if l := tr.Lasso; tr.Property == property.NoStarvation {
		t.Property = string(tr.Property)
	} else if l != nil && (t.LTL == "" || t.LTL == l.Formula) {
		t.LTL, t.Property = l.Formula, ""
	} else if l != nil {
		return Settled{}, inputError("the trace is about another formula: %s", l.Formula)
	}
	if t.Property == "" && t.LTL == "" {
		t.Property = string(cmp.Or(tr.For, tr.Property))
	}
	t.MayFail = cmp.Or(t.MayFail, tr.MayFail)
	return t.Settle()
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
