package validate_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/validate"
	"whittle.dev/internal/witness"
)

// someWitnesses are the examples of an ordinary run.
var someWitnesses = []string{
	"lost_update", "lost_update_mutex", "barrier_broken", "function_pointers_broken", "race_bit_fields",
	"race_handover_early", "overflow_race",
	"midpoint", "midpoint_fixed", "data_model_ilp32", "goto_cleanup", "recursion_broken",
	"thread_local", "peterson", "race_trylock_fixed",
	"switch_fall_through", "union_bytes_broken", "bounded_buffer_broken", "treiber_aba",
}

// TestWitnessesValidate writes a witness for each example that has a verdict. It
// must be confirmed; and it must not be when something in it is wrong. An ordinary run takes some examples.
func TestWitnessesValidate(t *testing.T) {
	names := examples.Names(t, "examples")
	for _, name := range names {
		base := strings.TrimSuffix(filepath.Base(name), ".c")
		h := examples.Read(t, name)
		if !testflag.Deep() && !slices.Contains(someWitnesses, base) || len(h.Engines) == 0 {
			continue
		}
		t.Run(base, func(t *testing.T) {
			t.Parallel()
			task := run.Task{Files: []string{name}, Property: string(h.Property), DataModel: h.DataModel}
			o, err := run.Check(context.Background(), task, run.Options{Timeout: hang})
			if err != nil || o.Verdict.Kind == property.Unknown {
				t.Fatalf("%v, %v", o.Verdict, err)
			}
			var text bytes.Buffer
			if err := o.WriteWitness(&text,
				run.WitnessOptions{Created: time.Unix(1767000000, 0)}); err != nil {
				t.Fatal(err)
			}
			r := roundTrip{t: t, task: task, text: text.Bytes()}
			r.want("as written", text.Bytes(), validate.Confirmed)
			r.truncated()
			w, err := witness.Read("written", text.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			if o.Verdict.Kind == property.True {
				r.breakInvariants(w)
				r.claimViolation(w)
			} else {
				r.breakViolation(w, string(h.Property))
				r.targetAlone(w)
				r.claimCorrectness(w)
			}
		})
	}
}

type roundTrip struct {
	t    *testing.T
	task run.Task
	text []byte
}

// broken stands for "rejected, or an error".
const broken validate.Status = "not confirmed"

func (r *roundTrip) want(how string, text []byte, want validate.Status) {
	r.t.Helper()
	file := filepath.Join(r.t.TempDir(), "w.yml")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		r.t.Fatal(err)
	}
	a, err := validate.Witness(context.Background(), file, r.task,
		validate.Options{Options: run.Options{Timeout: hang}})
	var ie *run.InputError
	bad := errors.As(err, &ie)
	switch {
	case err != nil && !bad:
		r.t.Errorf("%s: %v", how, err)
	case want == broken && (bad || a.Status == validate.Rejected):
	case want == a.Status && err == nil:
	default:
		r.t.Errorf("%s: %s (%s), want %s; %v", how, a.Status, a.Why, want, err)
	}
}

// changed writes an entry again.
func (r *roundTrip) changed(how string, e *witness.Entry, want validate.Status) {
	r.t.Helper()
	var text bytes.Buffer
	if err := witness.Write(&text, e); err != nil {
		r.t.Fatal(err)
	}
	r.want(how, text.Bytes(), want)
}

// truncated cuts the file: no prefix that leaves out a part of the last line with content is confirmed
// as a violation.
func (r *roundTrip) truncated() {
	r.t.Helper()
	end := bytes.Index(r.text, []byte("content:"))
	for _, at := range []int{end / 3, end, end + 8} {
		r.want("truncated", r.text[:at], broken)
	}
	if w, err := witness.Read("w", r.text); err == nil && len(w.Entries) > 0 &&
		w.Entries[0].Type == witness.ViolationSequence {
		r.want("truncated by a third", r.text[:end+(len(r.text)-end)*2/3], broken)
	}
}

// breakViolation changes a violation witness such that it describes no execution any more.
func (r *roundTrip) breakViolation(w *witness.Witness, prop string) {
	r.t.Helper()
	clone := func(change func(e *witness.Entry)) *witness.Entry {
		e := w.Entries[0]
		e.Segments = slices.Clone(e.Segments)
		for i := range e.Segments {
			e.Segments[i].Waypoints = slices.Clone(e.Segments[i].Waypoints)
		}
		change(&e)
		return &e
	}
	n := len(w.Entries[0].Segments)
	target := w.Entries[0].Segments[n-1].Waypoints[len(w.Entries[0].Segments[n-1].Waypoints)-1]
	r.changed("the target in a comment", clone(func(e *witness.Entry) {
		l := &e.Segments[n-1].Waypoints[0].Location
		l.Line, l.Column = 1, 0
	}), broken)
	r.changed("an impossible assumption", clone(func(e *witness.Entry) {
		// At the target: it is reached.
		p := witness.Waypoint{Type: witness.Assumption, Action: witness.Follow, Location: target.Location,
			Constraint: &witness.Constraint{Value: "1 == 2", Format: witness.CExpression},
			Thread:     target.Thread, HasThread: target.HasThread}
		e.Segments = slices.Insert(e.Segments, n-1, witness.Segment{Waypoints: []witness.Waypoint{p}})
	}), broken)
	r.changed("another file", clone(func(e *witness.Entry) {
		e.Metadata.Task.Inputs = slices.Clone(e.Metadata.Task.Inputs)
		e.Metadata.Task.Inputs[0].SHA256 = strings.Repeat("0", 64)
	}), broken)
	for i, s := range w.Entries[0].Segments[:n-1] {
		p := s.Waypoints[len(s.Waypoints)-1]
		if p.Type == witness.Assumption &&
			(p.Location.Line != target.Location.Line || p.Location.Column != target.Location.Column) &&
			prop == string(property.UnreachCall) {
			r.changed("a target where nothing is violated", clone(func(e *witness.Entry) {
				e.Segments[n-1].Waypoints[0].Location = p.Location
			}), broken)
			r.changed("an assumption in a comment", clone(func(e *witness.Entry) {
				q := &e.Segments[i].Waypoints[len(s.Waypoints)-1].Location
				q.Line, q.Column = 1, 0
			}), broken)
			break
		}
	}
	for i, s := range w.Entries[0].Segments[:n-1] {
		if p := s.Waypoints[len(s.Waypoints)-1]; p.HasThread && p.Thread > 0 {
			r.changed("a thread runs before it is created", clone(func(e *witness.Entry) {
				moved := e.Segments[i]
				e.Segments = slices.Insert(slices.Delete(e.Segments, i, i+1), 0, moved)
			}), broken)
			break
		}
	}
}

// breakInvariants adds invariants that are none to a correctness witness.
func (r *roundTrip) breakInvariants(w *witness.Witness) {
	r.t.Helper()
	line := 0
	text, err := os.ReadFile(r.task.Files[0])
	if err != nil {
		r.t.Fatal(err)
	}
	in := false
	for i, l := range strings.Split(string(text), "\n") {
		if in && strings.TrimSpace(l) != "" {
			line = i + 1
			break
		}
		in = in || strings.Contains(l, " main(") && strings.HasSuffix(strings.TrimSpace(l), "{")
	}
	for _, c := range []struct {
		how, value string
		line       int
		want       validate.Status
	}{
		{"an invariant that is none", "1 == 2", line, validate.Rejected},
		{"an invariant in a comment", "1", 1, broken},
		{"an invariant over nothing", "nobody_has_this_name == 1", line, broken},
	} {
		e := w.Entries[0]
		e.Invariants = append(slices.Clone(e.Invariants),
			witness.Invariant{Type: witness.LocationInvariant,
				Location: witness.Location{File: r.task.Files[0], Line: c.line}, Value: c.value,
				Format: witness.CExpression})
		r.changed(c.how, &e, c.want)
	}
}

// claimViolation says of a program that holds that it is violated wherever
// something may be asserted. Nothing of that is confirmed.
func (r *roundTrip) claimViolation(w *witness.Witness) {
	r.t.Helper()
	text, err := os.ReadFile(r.task.Files[0])
	if err != nil {
		r.t.Fatal(err)
	}
	for i, l := range strings.Split(string(text), "\n") {
		if l = strings.TrimSpace(l); !strings.HasPrefix(l, "assert(") &&
			!strings.HasPrefix(l, "reach_error(") {
			continue
		}
		e := witness.Entry{Type: witness.ViolationSequence, Metadata: w.Entries[0].Metadata}
		e.Segments = []witness.Segment{{Waypoints: []witness.Waypoint{{Type: witness.Target,
			Action: witness.Follow, Location: witness.Location{File: r.task.Files[0], Line: i + 1}}}}}
		r.changed("a violation that there is not", &e, validate.Rejected)
	}
}

// targetAlone leaves only the target of a violation witness.
func (r *roundTrip) targetAlone(w *witness.Witness) {
	r.t.Helper()
	e := w.Entries[0]
	last := e.Segments[len(e.Segments)-1]
	last.Waypoints = slices.Clone(last.Waypoints)
	for i := range last.Waypoints {
		p := &last.Waypoints[i]
		// The format has a second target only with threads, which are not numbered here.
		if len(last.Waypoints) == 1 {
			p.HasThread, p.Thread = false, 0
		}
	}
	e.Segments = []witness.Segment{last}
	if len(last.Waypoints) == 1 {
		r.changed("the target alone", &e, validate.Confirmed)
	}
}

// claimCorrectness says of a program that is violated that it holds.
func (r *roundTrip) claimCorrectness(w *witness.Witness) {
	r.t.Helper()
	e := witness.Entry{Type: witness.InvariantSet, Metadata: w.Entries[0].Metadata}
	r.changed("a proof that there is not", &e, validate.Rejected)
}
