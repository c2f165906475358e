package validate_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/golden"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/version"
	"whittle.dev/internal/witness"
)

var witnessTime = time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)

func witnessText(t *testing.T, o run.Outcome, format string) ([]byte, error) {
	t.Helper()
	var b bytes.Buffer
	err := o.WriteWitness(&b, run.WitnessOptions{Format: format, Created: witnessTime})
	return b.Bytes(), err
}

// TestWitnessesOfExamples: every example that is decided has a witness that the strict reader accepts and
// whose places are what they say.
func TestWitnessesOfExamples(t *testing.T) {
	names := examples.Names(t, "examples")
	for _, name := range testflag.Some(names, len(names)/6) {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".c"), func(t *testing.T) {
			h := examples.Read(t, name)
			task := run.Task{Files: []string{name}, Property: string(h.Property), DataModel: h.DataModel}
			o, err := run.Check(t.Context(), task,
				run.Options{Timeout: hang, MaxUnwind: someUnwind, BugDir: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			text, err := witnessText(t, o, "")
			if o.Verdict.Kind == property.Unknown {
				if !errors.Is(err, run.ErrNoWitness) || len(text) > 0 {
					t.Errorf("a witness of an unknown verdict: %v\n%s", err, text)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if again, err := witnessText(t, o, ""); err != nil || !bytes.Equal(text, again) {
				t.Errorf("a second witness differs (%v)", err)
			}
			w, err := witness.Read("w.yml", text)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			checkWitness(t, w, o, h)
			text, err = witnessText(t, o, run.WitnessGraphML)
			switch {
			case o.Verdict.Kind == property.True:
				if !errors.Is(err, run.ErrNoWitness) || len(text) > 0 {
					t.Errorf("a correctness witness in GraphML: %v", err)
				}
			case err != nil:
				t.Error(err)
			default:
				checkGraph(t, text)
			}
		})
	}
}

func checkWitness(t *testing.T, w *witness.Witness, o run.Outcome, h examples.Header) {
	t.Helper()
	if len(w.Entries) != 1 || len(w.Entries[0].Unsupported) > 0 {
		t.Fatalf("entries %+v", w.Entries)
	}
	e := w.Entries[0]
	p, entry, err := witness.ParseSpecification(e.Metadata.Task.Specification)
	if err != nil || p != h.Property || entry != "main" || e.Metadata.Task.DataModel != h.DataModel {
		t.Errorf("specification %s of %s in %s, %v", p, entry, e.Metadata.Task.DataModel, err)
	}
	if violated := o.Verdict.Kind == property.False; violated != (e.Type == witness.ViolationSequence) {
		t.Errorf("a witness of type %s for %s", e.Type, o.Verdict)
	}
	text, err := os.ReadFile(o.Inputs[0])
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	for _, v := range e.Invariants {
		checkPlace(t, lines, v.Location, func(rest string) bool {
			return v.Type != witness.LoopInvariant || strings.HasPrefix(rest, "for") ||
				strings.HasPrefix(rest, "while")
		})
	}
	created := 0
	for _, s := range e.Segments {
		for _, p := range s.Waypoints {
			checkPlace(t, lines, p.Location, func(rest string) bool {
				call := p.Type == witness.FunctionEnter || p.Type == witness.FunctionReturn
				return call == (rest[0] == ')')
			})
			if p.Type == witness.FunctionEnter {
				created++
			}
			if p.HasThread && p.Thread > created {
				t.Errorf("line %d: thread %d, but only %d have been created", p.Place.Line, p.Thread, created)
			}
			if p.HasThread != (e.Metadata.FormatVersion == witness.Version22) {
				t.Errorf("line %d: thread id in format %s", p.Place.Line, e.Metadata.FormatVersion)
			}
		}
	}
}

// checkPlace checks that a place is one of a token, and what follows there.
func checkPlace(t *testing.T, lines []string, l witness.Location, ok func(rest string) bool) {
	t.Helper()
	if l.Line > len(lines) || l.Column < 1 || l.Column > len([]rune(lines[l.Line-1])) {
		t.Errorf("place %d:%d is outside of the file", l.Line, l.Column)
		return
	}
	line := []rune(lines[l.Line-1])
	rest := string(line[l.Column-1:])
	before := ' '
	if l.Column > 1 {
		before = line[l.Column-2]
	}
	word := func(r rune) bool {
		return r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
	}
	if rest[0] == ' ' || word(before) && word(rune(rest[0])) || !ok(rest) {
		t.Errorf("place %d:%d is %q", l.Line, l.Column, rest)
	}
	if l.Function == "" {
		t.Errorf("place %d:%d is in no function", l.Line, l.Column)
	}
}

// witnessPrograms have a golden witness each: what a witness is to contain.
var witnessPrograms = []struct{ name, property, verdict string }{
	{"lost_update", "unreach-call", "false"},
	{"data_race", "no-data-race", "false"},
	{"midpoint", "no-overflow", "false"},
	{"pbmc_figure1", "unreach-call", "true"},
}

func TestWitnessGolden(t *testing.T) {
	for _, p := range witnessPrograms {
		o, err := run.Check(t.Context(), run.Task{Property: p.property,
			Files: []string{examples.File(t, "examples", p.name+".c")}}, run.Options{Timeout: hang})
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range []string{run.WitnessYAML, run.WitnessGraphML} {
			text, err := witnessText(t, o, format)
			if err != nil {
				if p.verdict == "true" && format == run.WitnessGraphML &&
					errors.Is(err, run.ErrNoWitness) {
					continue
				}
				t.Errorf("%s: %v", p.name, err)
				continue
			}
			text = bytes.ReplaceAll(text, []byte(version.String()), []byte("VERSION"))
			// The uuid depends on the version.
			if i := bytes.Index(text, []byte("uuid: ")); i >= 0 {
				copy(text[i+7:], "00000000-0000-5000-8000-000000000000")
			}
			file := filepath.Join("testdata", "witness", p.name+"."+format)
			golden.File(t, file, string(text))
		}
	}
}

// TestWitnessErrors: what cannot be written is said.
func TestWitnessErrors(t *testing.T) {
	var none run.Outcome
	if _, err := witnessText(t, none, ""); !errors.Is(err, run.ErrNoWitness) {
		t.Errorf("no outcome: %v", err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "a.c")
	if err := os.WriteFile(file, []byte("int main(void) { return 0; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	o, err := run.Check(t.Context(), run.Task{Files: []string{file}, Property: "unreach-call"},
		run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := witnessText(t, o, "xml"); err == nil ||
		!strings.Contains(err.Error(), "none of yaml, graphml") {
		t.Errorf("format: %v", err)
	}
	if text, err := witnessText(t, o, ""); err != nil || !bytes.Contains(text, []byte("content: []")) {
		t.Errorf("no invariants: %v\n%s", err, text)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if _, err := witnessText(t, o, ""); err == nil || errors.Is(err, run.ErrNoWitness) {
		t.Errorf("the file is gone: %v", err)
	}
}
