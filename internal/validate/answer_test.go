package validate_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/validate"
)

// TestAnswer: the last line for people and the object for programs tell the same status, and a verdict only
// of a witness that is confirmed.
func TestAnswer(t *testing.T) {
	for _, c := range []struct {
		status    validate.Status
		violation bool
		last      string
	}{
		{validate.Confirmed, true, "confirmed: false(no-overflow)"},
		{validate.Confirmed, false, "confirmed: true"},
		{validate.Rejected, true, "rejected"}, {validate.Rejected, false, "rejected"},
		{validate.Unknown, true, "unknown"}, {validate.Unknown, false, "unknown"},
	} {
		a := validate.Answer{Status: c.status, Violation: c.violation, Property: property.NoOverflow,
			Why: "so it is", Invariants: []validate.InvariantAnswer{
				{Where: "a.c:3", Expr: "x < y && \"<b>\"", Status: validate.Unknown, Why: "timeout"},
				{Where: "a.c:4", Expr: "y", Status: validate.Confirmed}}}
		var text, object bytes.Buffer
		if err := a.WriteText(&text, run.ReportOptions{}); err != nil {
			t.Fatal(err)
		}
		if err := a.WriteJSON(&object); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
		if got := lines[len(lines)-1]; got != c.last {
			t.Errorf("%+v: the last line is %q", c, got)
		}
		if lines[0] != `a.c:3: undecided: x < y && "<b>" (timeout)` || lines[1] != "a.c:4: holds: y" {
			t.Errorf("%+v: invariants %q", c, lines)
		}
		var got struct {
			Witness, Kind, Verdict string
			Invariants             []struct{ Status string }
			Run                    any
		}
		if err := json.Unmarshal(object.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		word, verdict, confirmed := strings.Cut(c.last, ": ")
		if !confirmed {
			verdict = "unknown"
		}
		if got.Witness != word || got.Verdict != verdict || (got.Kind == "violation") != c.violation ||
			len(got.Invariants) != 2 || got.Invariants[1].Status != "confirmed" || got.Run != nil {
			t.Errorf("%+v: %s", c, object.String())
		}
	}
}
