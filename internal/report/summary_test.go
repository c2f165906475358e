package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"whittle.dev/internal/engine"
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
			"unreach-call is undecided: p.c:3:7: not supported: long double\nunknown\n"},
		{"assumption", Summary{Result: engine.Result{Verdict: property.Holds(),
			Assumed: []engine.Assumption{{Pos: at, What: "invalid access"}}}}, Options{},
			"unreach-call holds\nassuming no invalid access at p.c:3:7\ntrue\n"},
		{"certificate", Summary{Result: engine.Result{Verdict: property.Holds(),
			Certificate: &engine.Certificate{Checked: true, States: 43, Locations: 17, Steps: 120,
				BySolver: 1}}}, Options{},
			"unreach-call holds\ncertified: 43 states at 17 control locations, 120 steps, 1 inclusion by " +
				"the solver\ntrue\n"},
		{"no certificate", Summary{Result: engine.Result{Verdict: property.Holds(),
			Certificate: &engine.Certificate{Reason: "timeout", States: 43}}}, Options{},
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

// TestJSONCertificate has the figures of a certificate.
func TestJSONCertificate(t *testing.T) {
	var out bytes.Buffer
	res := engine.Result{Verdict: property.Holds(), Certificate: &engine.Certificate{Checked: true, States: 4,
		Locations: 3, Steps: 7, Successors: 9, BySolver: 2, Unions: 1, Questions: 11, Time: time.Second / 2}}
	if err := JSON(&out, Summary{Property: property.UnreachCall, Result: res}); err != nil {
		t.Fatal(err)
	}
	var got struct{ Certificate map[string]any }
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"checked": true, "states": 4.0, "control_locations": 3.0, "steps": 7.0,
		"successors":               9.0,
		"inclusions_by_the_solver": 2.0, "inclusions_in_several": 1.0, "questions": 11.0, "seconds": 0.5}
	if diff := cmp.Diff(want, got.Certificate); diff != "" {
		t.Error(diff)
	}
}

func TestJSON(t *testing.T) {
	b := newBuilder()
	b.lost()
	b.t.Property = "unreach-call"
	s := Summary{Property: property.UnreachCall, Engine: "bmc", DataModel: "LP64", Files: b.files,
		Result: engine.Violated(property.UnreachCall, &b.t)}
	var out bytes.Buffer
	if err := JSON(&out, s); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Version int
		Verdict string
		Trace   struct {
			Steps []struct{ Kind, Object string }
		}
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Version != JSONVersion || got.Verdict != "false(unreach-call)" ||
		len(got.Trace.Steps) != len(b.t.Steps) || got.Trace.Steps[3].Object != "counter" {
		t.Errorf("got %+v", got)
	}
	if strings.Count(out.String(), "\n}\n") != 1 {
		t.Error("more than one object")
	}
}
