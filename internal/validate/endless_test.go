package validate_test

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/validate"
	"whittle.dev/internal/witness"
)

// unconfirmed are endless executions of which the witness is not confirmed, and those that are not found.
var unconfirmed = []string{"threads_ping_pong", "recursion_past_zero"}

// TestEndlessWitnesses writes a witness for each loop that does not end. It must be confirmed; and it must
// not be when it is about something that does not happen.
func TestEndlessWitnesses(t *testing.T) {
	a, err := txtar.ParseFile(filepath.Join("testdata", "termination", "loops.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	a.Files = append(a.Files,
		txtar.File{Name: "false/empty.c", Data: []byte("int main(void) { while (1) ; }\n")},
		txtar.File{Name: "false/jump.c", Data: []byte("int main(void) { again: goto again; }\n")})
	for _, f := range a.Files {
		want, name, _ := strings.Cut(strings.TrimSuffix(f.Name, ".c"), "/")
		if want != "false" || !testflag.Deep() &&
			!slices.Contains([]string{"or_input", "swap", "empty", "jump"}, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			task := run.Task{Files: []string{"loop.c"}, Property: string(property.Termination),
				Read: func(string) ([]byte, error) { return f.Data, nil }}
			o, err := run.Check(context.Background(), task, run.Options{Timeout: hang})
			switch {
			case err != nil:
				t.Fatal(err)
			case o.Verdict.Kind != property.False:
				t.Skip(o.Result.Why)
			}
			var text bytes.Buffer
			if err := o.WriteWitness(&text,
				run.WitnessOptions{Created: time.Unix(1767000000, 0)}); err != nil {
				t.Fatal(err)
			}
			r := roundTrip{t: t, task: task, text: text.Bytes()}
			if slices.Contains(unconfirmed, name) {
				r.want("as written", text.Bytes(), validate.Unknown)
				return
			}
			r.want("as written", text.Bytes(), validate.Confirmed)
			r.truncated()
			w, err := witness.Read("written", text.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			e := w.Entries[0]
			last := len(e.Segments) - 1
			p := e.Segments[last].Waypoints[0]
			e.Segments = slices.Clone(e.Segments)
			p.Constraint = &witness.Constraint{Value: "0", Format: witness.CExpression}
			if p.Type == witness.Branching {
				p.Constraint = &witness.Constraint{Value: "false"}
			}
			e.Segments[last] = witness.Segment{Waypoints: []witness.Waypoint{p}}
			wrong := broken
			if strings.HasPrefix(name, "threads_") {
				wrong = validate.Unknown
			}
			r.changed("what is never passed", &e, wrong)
			p.Action = witness.Follow
			e.Segments[last] = witness.Segment{Waypoints: []witness.Waypoint{p}}
			r.changed("without a cycle", &e, broken)
		})
	}
}
