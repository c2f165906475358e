package witness

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
)

func sample(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// broken is a witness that was broken in one place; a from of "*" stands for all of the text.
type broken struct {
	name, file, from, to string
	want                 string
}

// checkErrors reads broken witnesses, and wants errors with their places.
func checkErrors(t *testing.T, list []broken) {
	t.Helper()
	for _, tt := range list {
		t.Run(tt.name, func(t *testing.T) {
			text := sample(t, tt.file)
			switch {
			case tt.from == "*":
				text = tt.to
			case !strings.Contains(text, tt.from):
				t.Fatalf("the sample has no %q", tt.from)
			default:
				text = strings.Replace(text, tt.from, tt.to, 1)
			}
			_, err := Read("w.yml", []byte(text))
			var e *Error
			if !errors.As(err, &e) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v\nwant %s", err, tt.want)
			}
		})
	}
}

// TestReadErrors breaks a witness in one place each.
func TestReadErrors(t *testing.T) {
	checkErrors(t, []broken{
		{"empty", "violation.yml", "*", "", "w.yml: error: the witness is empty"},
		{"no YAML", "violation.yml", "*", "- a: [", "not a YAML file"},
		{"two documents", "correctness.yml", "- entry_type", "- x\n---\n- entry_type",
			"w.yml:4:1: error: more than one document"},
		{"no list", "violation.yml", "*", "a: b", "w.yml:1:1: error: a witness must be a sequence"},
		{"an empty list", "violation.yml", "*", "[]", "w.yml:1:1: error: a witness is empty"},
		{"unknown type of entry", "violation.yml", "violation_sequence", "loop_invariant",
			`w.yml:2:15: error: entry_type "loop_invariant" is not known`},
		{"unknown key", "violation.yml", "  content:", "  contents:",
			`w.yml:21:3: error: unknown key "contents" in an entry`},
		{"key twice", "violation.yml", "action: avoid", "action: avoid\n        action: avoid", "action"},
	})
}

// violation returns the first violation sequence; nil: there is none.
func (w *Witness) violation() *Entry {
	if i := slices.IndexFunc(w.Entries, func(e Entry) bool { return e.Type == ViolationSequence }); i >= 0 {
		return &w.Entries[i]
	}
	return nil
}
