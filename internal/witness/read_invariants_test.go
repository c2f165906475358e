package witness

import (
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/property"
)

func TestReadCorrectness(t *testing.T) {
	w, err := Read("w.yml", []byte(sample(t, "correctness.yml")))
	if err != nil {
		t.Fatal(err)
	}
	e := w.Entries[0]
	if w.violation() != nil || len(e.Invariants) != 2 || len(e.Contracts) != 1 {
		t.Fatalf("%+v", e)
	}
	if i := e.Invariants[0]; i.Type != LoopInvariant || i.Value != "i <= 10" || i.Format != CExpression ||
		i.Location.Function != "main" || len(i.Labels) != 1 {
		t.Errorf("%+v", i)
	}
	if c := e.Contracts[0]; c.Requires != "x > 0" || c.Ensures != "" {
		t.Errorf("%+v", c)
	}
	var what []string
	for _, u := range e.Unsupported {
		what = append(what, fmt.Sprintf("%d: %s", u.Place.Line, u.What))
	}
	if got := strings.Join(what, ", "); got != "32: transition invariants, 39: function contracts" {
		t.Error(got)
	}
	if p, _, err := ParseSpecification(e.Metadata.Task.Specification); err != nil ||
		p != property.ValidMemsafety {
		t.Errorf("%s, %v", p, err)
	}
}

// TestInvariantErrors breaks an invariant set in one place each.
func TestInvariantErrors(t *testing.T) {
	checkErrors(t, []broken{
		{"content of a correctness witness", "correctness.yml", "- contract:", "- contracts:",
			"unknown key \"contracts\""},
		{"invariant type", "correctness.yml", "type: loop_invariant", "type: loop",
			`type "loop" is not known`},
		{"transition invariant before 2.1", "correctness.yml", "'2.1'", "'2.0'", `unknown key "labels"`},
	})
}
