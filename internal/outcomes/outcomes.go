package outcomes

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/litmus"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/graphs"
	"whittle.dev/internal/property"
)

// Table is what an exploration found.
type Table struct {
	Test  *litmus.Test
	Model axioms.Model
	// Rows are the outcomes, in the order of their values.
	Rows []Row
	// Executions counts the execution graphs of finished executions, and Graphs all that were looked at.
	Executions, Graphs int
	// Holds is the answer: the condition holds as it is quantified. It counts only if Complete is set, or if
	// Witness shows it; Why says why the exploration is not complete.
	Holds, Complete bool
	Why             string
	// Witness is an execution with a final state that an exists asks for, or that a forall or ~exists rules
	// out: nil if there is none.
	Witness *graphs.Execution

	prog *cfa.Program
}

// Row is an outcome.
type Row struct {
	Values     []int64 // of Test.Condition.Observed
	Executions int
	// Shows is set if the condition is true of it, or false if it is one of a forall.
	Shows bool
}

// Explore explores a test. The error is about the test: positions in it are those of its file.
func Explore(ctx context.Context, test *litmus.Test, model axioms.Model) (*Table, error) {
	text := test.Program()
	p, diags, err := c.Load(ctx, c.Config{Files: []string{test.File}, Property: property.UnreachCall,
		Read: func(name string) ([]byte, error) {
			if name != test.File {
				return nil, fs.ErrNotExist
			}
			return []byte(text), nil
		}})
	if err == nil && diags != nil {
		err = diags.Err()
	}
	if err != nil {
		return nil, err
	}
	t := &Table{Test: test, Model: model, prog: p}
	places, err := observed(p, test)
	if err != nil {
		return nil, err
	}
	res, err := graphs.Run(ctx, p, graphs.Options{Model: model}, func(x *graphs.Execution) {
		t.count(x, places)
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", test.File, err)
	}
	t.Graphs, t.Complete, t.Why = res.Graphs, res.Complete, res.Why
	if len(res.Undefined) > 0 {
		o := res.Undefined[0].Outcome
		return nil, fmt.Errorf("%s: %s", test.File, o.String())
	}
	t.Holds = t.Witness != nil
	if test.Condition.Quantifier != "exists" {
		t.Holds = !t.Holds
	}
	t.Complete = t.Complete && !res.Sampled
	if res.Sampled && t.Why == "" {
		t.Why = "a value that is not determined"
	}
	slices.SortFunc(t.Rows, func(a, b Row) int { return slices.Compare(a.Values, b.Values) })
	return t, nil
}

// place is where an observed value lies, and what it is if nothing accesses it.
type place struct {
	addr    uint64
	initial int64
}

// observed finds what the condition names among the objects of the program.
func observed(p *cfa.Program, test *litmus.Test) ([]place, error) {
	var out []place
	for _, o := range test.Condition.Observed {
		var index uint64
		if rest, ok := strings.CutPrefix(o.Variable(), o.Base()+"["); ok {
			index, _ = strconv.ParseUint(strings.TrimSuffix(rest, "]"), 10, 32)
		}
		i := slices.IndexFunc(p.Objects, func(x *cfa.Object) bool { return x.Name == o.Base() })
		if i < 0 {
			return nil, fmt.Errorf("%s: the condition names %s, which there is not", test.File, o)
		}
		at := place{addr: p.Objects[i].Addr + 4*index}
		for _, v := range test.Places {
			// An array may have fewer values than elements.
			values := strings.Split(strings.Trim(v.Value, "{}"), ",")
			if v.Name == o.Base() && index < uint64(len(values)) {
				at.initial, _ = strconv.ParseInt(strings.TrimSpace(values[index]), 0, 64)
			}
		}
		out = append(out, at)
	}
	return out, nil
}

// count counts an execution that has ended.
func (t *Table) count(x *graphs.Execution, places []place) {
	t.Executions++
	shows := x.Outcome.Kind == interp.Violated
	values := make([]int64, len(places))
	for i, p := range places {
		values[i] = p.initial
		if lo, _, ok := x.Value(p.addr, 4); ok {
			values[i] = int64(int32(lo))
		}
	}
	if shows && t.Witness == nil {
		t.Witness = x
	}
	for i := range t.Rows {
		if slices.Equal(t.Rows[i].Values, values) {
			t.Rows[i].Executions++
			return
		}
	}
	t.Rows = append(t.Rows, Row{Values: values, Executions: 1, Shows: shows})
}
