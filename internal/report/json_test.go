package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/proof"
	"whittle.dev/internal/property"
)

// TestJSONCertificate has the figures of a certificate.
func TestJSONCertificate(t *testing.T) {
	var out bytes.Buffer
	res := engine.Result{Verdict: property.Holds(), Certificate: &proof.Certificate{Checked: true,
		Evidence: &proof.MultiStates{States: 4, Locations: 3, Steps: 7, Successors: 9, BySolver: 2,
			Unions: 1},
		Questions: 11, Time: time.Second / 2}}
	if err := JSON(&out, Summary{Property: property.UnreachCall, Result: res}); err != nil {
		t.Fatal(err)
	}
	var got struct{ Certificate map[string]any }
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"checked": true, "kind": "multi-states", "states": 4.0, "control_locations": 3.0,
		"steps": 7.0, "successors": 9.0,
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
