package settle

import (
	"cmp"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// MadeFor notes in a trace what the program was made for, whose edges it names.
func (r Settled) MadeFor(tr *trace.Trace) *trace.Trace {
	if tr == nil {
		return nil
	}
	out := *tr
	if l := tr.Lasso; l != nil && r.names[l.Violated] != "" {
		named := *l
		named.Violated = r.names[l.Violated] + ": " + l.Violated
		out.Lasso = &named
	}
	if lowered := r.Lowering(); tr.Property != lowered {
		out.For = lowered
	}
	if Failings[r.MayFail] != c.NoneFail {
		out.MayFail = r.MayFail
	}
	return &out
}

// SettleFor settles a task that is about the program of a trace, if it does not say what it is about, and
// which calls fail in it.
func (t Task) SettleFor(tr *trace.Trace) (Settled, error) {
	if l := tr.Lasso; tr.Property == property.NoStarvation {
		t.Property = string(tr.Property)
	} else if l != nil && (t.LTL == "" || t.LTL == l.Formula) {
		t.LTL, t.Property = l.Formula, ""
	} else if l != nil {
		return Settled{}, Errorf("the trace is about another formula: %s", l.Formula)
	}
	if t.Property == "" && t.LTL == "" {
		t.Property = string(cmp.Or(tr.For, tr.Property))
	}
	if tr.Weak != nil {
		t.MemoryModel = tr.Weak.Model
	}
	t.MayFail = cmp.Or(t.MayFail, tr.MayFail)
	return t.Settle()
}
