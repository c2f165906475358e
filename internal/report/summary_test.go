package report

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/proof"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
)

func files() *source.Files {
	f := &source.Files{}
	f.Add("p.c")
	return f
}

func TestText(t *testing.T) {
	at := source.Pos{Line: 3, Col: 7}
	for _, c := range []struct {
		name string
		s    Summary
		o    Options
		want string
	}{
		{"holds", Summary{Result: engine.Holds(engine.ByStates, "no loop bound was reached at unwinding 4")},
			Options{},
			"unreach-call holds: no loop bound was reached at unwinding 4\ntrue\n"},
		{"unknown with facts", Summary{Result: engine.Result{Why: "timeout", Facts: []string{"no violation " +
			"up to loop bound 8"}}}, Options{},
			"unreach-call is undecided: timeout\nshown: no violation up to loop bound 8\nunknown\n"},
		{"place", Summary{Result: engine.Result{Why: "not supported: long double", Pos: at}}, Options{},
			"unreach-call is undecided: p.c:3: not supported: long double\nunknown\n"},
		{"assumption", Summary{Result: engine.Result{Verdict: property.Holds(),
			Assumed: []engine.Assumption{{Pos: at, What: "invalid access"}}}}, Options{},
			"unreach-call holds\nassuming no invalid access at p.c:3:7\ntrue\n"},
		{"certificate", Summary{Result: engine.Result{Verdict: property.Holds(),
			Certificate: &proof.Certificate{Checked: true, Evidence: &proof.MultiStates{States: 43,
				Locations: 17, Steps: 120, BySolver: 1}}}}, Options{},
			"unreach-call holds\ncertified: 43 states at 17 control locations, 120 steps, 1 inclusion by " +
				"the solver\ntrue\n"},
		{"no certificate", Summary{Result: engine.Result{Verdict: property.Holds(),
			Certificate: &proof.Certificate{Reason: "timeout"}}}, Options{},
			"unreach-call holds\nnot certified: timeout\ntrue\n"},
		{"violated", Summary{Result: engine.Violated(property.UnreachCall, nil), Expected: property.Holds()},
			Options{},
			"unreach-call is violated\nthe task definition expects true\nfalse(unreach-call)\n"},
		{"bug", Summary{Result: engine.Unknown("the trace does not replay"), BugReport: "bug.json"},
			Options{},
			"unreach-call is undecided: the trace does not replay\ninternal error, described in " +
				"bug.json\nunknown\n"},
		{"stats", Summary{Result: engine.Result{Stats: []engine.Stat{engine.Count("events", 12)}},
			Elapsed: time.Second}, Options{Stats: true},
			"unreach-call is undecided\n  time    1.000 s\n  events  12\nunknown\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.s.Property, c.s.Files = property.UnreachCall, files()
			var b bytes.Buffer
			if err := Text(&b, c.s, c.o); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, b.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}
