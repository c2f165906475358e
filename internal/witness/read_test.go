package witness

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/property"
)

func sample(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestReadViolation(t *testing.T) {
	w, err := Read("w.yml", []byte(sample(t, "violation.yml")))
	if err != nil {
		t.Fatal(err)
	}
	e := w.violation()
	if e == nil || len(w.Entries) != 1 || e.Metadata.FormatVersion != Version22 ||
		e.Metadata.Producer.CommandLine != "somebody --fast prog.c" {
		t.Fatalf("%+v", w)
	}
	in := e.Metadata.Task.Inputs
	if len(in) != 1 || in[0].Name != "dir/prog.c" || in[0].SHA256 != strings.Repeat("0123456789abcdef", 4) {
		t.Errorf("inputs %+v", in)
	}
	p, entry, err := ParseSpecification(e.Metadata.Task.Specification)
	if err != nil || p != property.UnreachCall || entry != "main" {
		t.Errorf("specification: %s, %s, %v", p, entry, err)
	}
	var got []string
	for _, s := range e.Segments {
		for _, p := range s.Waypoints {
			value := "-"
			if p.Constraint != nil {
				value = p.Constraint.Value
			}
			got = append(got, fmt.Sprint(p.Type, " ", p.Action, " ", p.HasThread, p.Thread, " ", value, " ",
				p.Location.Line, ":", p.Location.Column))
		}
	}
	want := []string{
		"branching avoid false 0 false 9:0", "function_enter follow true 0 - 10:35",
		`function_return follow true 1 \result == 3 4:0`,
		"assumption follow true 1 x < 7 5:3", "branching follow true 1 -4 6:3", "target follow true 1 - 7:0",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("waypoints %q\nwant %q", got, want)
	}
	if at := e.Segments[1].Waypoints[0].Constraint.Place; at != (Place{46, 18}) {
		t.Errorf("place %v", at)
	}
}

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

// TestReadErrors breaks a witness in one place each.
func TestReadErrors(t *testing.T) {
	for _, tt := range []struct {
		name, file, from, to string
		want                 string
	}{
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
		{"missing key", "violation.yml", "      language: C\n", "",
			"w.yml:14:7: error: task has no language"},
		{"unknown version", "violation.yml", `"2.2"`, `"2.3"`,
			`w.yml:4:21: error: format_version "2.3" is not known (known: 2.0, 2.1, 2.2)`},
		{"version without quotes", "violation.yml", `"2.2"`, `2.2`,
			"w.yml:4:21: error: format_version must be a text: put 2.2 into quotes"},
		{"uuid", "violation.yml", "0b1c2d3e-", "0b1c2d3-", "w.yml:5:11: error: uuid"},
		{"time", "violation.yml", "2024-05-01T10:20:30+02:00", "2024-05-01",
			"w.yml:6:20: error: creation_time"},
		{"no name", "violation.yml", "name: somebody", `name: ""`, "w.yml:8:13: error: name is empty"},
		{"hash", "violation.yml", "0123456789ABCDEF", "0123456789ABCDE", "w.yml:17:17: error: hash"},
		{"hash of another file", "violation.yml", "        prog.c:", "        other.c:",
			"w.yml:15:9: error: input_file_hashes has no hash of dir/prog.c"},
		{"more hashes", "violation.yml", "        prog.c:", "        other.c: \"" + strings.Repeat("ab", 32) +
			"\"\n        prog.c:", "input_file_hashes has more files"},
		{"no input", "correctness.yml", `["prog.c"]`, `[]`, "w.yml:11:20: error: input_files is empty"},
		{"data model", "violation.yml", "LP64", "64", "w.yml:19:19: error: data_model must be a text"},
		{"language", "violation.yml", "language: C", "language: Java",
			`w.yml:20:17: error: language "Java" is not known`},
		{"type", "violation.yml", "type: target", "type: targets",
			`w.yml:67:15: error: type "targets" is not known`},
		{"action", "violation.yml", "action: avoid", "action: ignore",
			`w.yml:25:17: error: action "ignore" is not known`},
		{"line", "violation.yml", "line: 9", "line: 0", "w.yml:30:17: error: line must be at least 1"},
		{"line that is no number", "violation.yml", "line: 9", `line: "9"`,
			"w.yml:30:17: error: line must be an integer"},
		{"huge line", "violation.yml", "line: 9", `line: 99999999999`,
			"w.yml:30:17: error: line must be an integer"},
		{"column", "violation.yml", "column: 35", "column: -1",
			"w.yml:38:19: error: column must be at least 1"},
		{"thread", "violation.yml", "thread_id: 0", "thread_id: -1",
			"w.yml:34:20: error: thread_id must be at least 0"},
		{"thread before 2.2", "violation.yml", `"2.2"`, `"2.1"`,
			`w.yml:34:9: error: unknown key "thread_id"`},
		{"constraint of a target", "violation.yml", "        type: target",
			"        constraint: {value: \"1\", format: c_expression}\n        type: target",
			"has no constraint"},
		{"no constraint", "violation.yml", "        constraint: {value: -4}\n", "",
			"w.yml:60:9: error: a waypoint of type branching needs a constraint"},
		{"format of a branching", "violation.yml", "{value: -4}", "{value: -4, format: c_expression}",
			"unknown key \"format\""},
		{"value of a branching", "violation.yml", "{value: -4}", "{value: x}",
			"must be true, false, default or an integer"},
		{"number as expression", "violation.yml", "value: x < 7", "value: 1",
			"w.yml:55:18: error: value must be a text: put 1 into quotes"},
		{"format", "violation.yml", "format: c_expression", "format: acsl_expression",
			`format "acsl_expression" is not known`},
		{"no target", "violation.yml", "type: target", "type: function_enter",
			"w.yml:67:9: error: the last waypoint is not the target"},
		{"target first", "violation.yml", "type: function_enter", "type: target",
			"w.yml:32:9: error: a target before the last segment"},
		{"target avoided", "violation.yml", "type: target\n        action: follow",
			"type: target\n        action: avoid", "w.yml:68:17: error: a target must be followed"},
		{"only avoided", "violation.yml", "type: function_enter\n        action: follow",
			"type: function_enter\n        action: avoid",
			"w.yml:31:7: error: the last waypoint of a segment is avoided"},
		{"key twice", "violation.yml", "action: avoid", "action: avoid\n        action: avoid", "action"},
		{"content of a correctness witness", "correctness.yml", "- contract:", "- contracts:",
			"unknown key \"contracts\""},
		{"invariant type", "correctness.yml", "type: loop_invariant", "type: loop",
			`type "loop" is not known`},
		{"transition invariant before 2.1", "correctness.yml", "'2.1'", "'2.0'", `unknown key "labels"`},
	} {
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

// TestSegments checks the shape of segments, which differs by version.
func TestSegments(t *testing.T) {
	point := func(typ, action, more string) string {
		return "    - waypoint:\n        type: " + typ + "\n        action: " + action + "\n" + more +
			"        location: {file_name: prog.c, line: 1}\n"
	}
	one := "        constraint: {value: \"1\", format: c_expression}\n"
	thread := func(n string) string { return "        thread_id: " + n + "\n" }
	for _, tt := range []struct {
		name, version, content, want string
	}{
		{"one", "2.0", "  - segment:\n" + point("target", "follow", ""), ""},
		{"avoided before", "2.0", "  - segment:\n" + point("assumption", "avoid", one) +
			point("target", "follow", ""), ""},
		{"two followed", "2.1", "  - segment:\n" + point("assumption", "follow", one) +
			point("assumption", "follow", one) + "  - segment:\n" + point("target", "follow", ""),
			"a second waypoint of a segment is followed"},
		{"two followed in 2.2", "2.2", "  - segment:\n" + point("assumption", "follow", one) +
			point("assumption", "follow", one) + "  - segment:\n" + point("target", "follow", ""), ""},
		{"two targets", "2.2", "  - segment:\n" + point("target", "follow", thread("1")) +
			point("target", "follow", thread("2")), ""},
		{"two targets of one thread", "2.2", "  - segment:\n" + point("target", "follow", thread("1")) +
			point("target", "follow", thread("1")), "a second target must be of another thread"},
		{"three targets", "2.2", "  - segment:\n" + point("target", "follow", thread("1")) +
			point("target", "follow", thread("2")) + point("target", "follow", thread("3")),
			"a third target"},
		{"behind the target", "2.2", "  - segment:\n" + point("target", "follow", "") +
			point("assumption", "follow", one), "a waypoint follows the target"},
		{"followed beside the target", "2.2", "  - segment:\n" + point("assumption", "follow", one) +
			point("target", "follow", ""), "follows more than its targets"},
		{"no waypoint", "2.0", "  - segment: []\n", "a segment is empty"},
		{"a cycle", "2.1", "  - segment:\n" + point("assumption", "cycle", one), ""},
		{"a cycle before 2.1", "2.0", "  - segment:\n" + point("assumption", "cycle", one),
			`action "cycle" is not known`},
		{"a cycle and a target", "2.1", "  - segment:\n" + point("assumption", "cycle", one) +
			"  - segment:\n" + point("target", "follow", ""), "a witness with cycles has no target"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			head, _, _ := strings.Cut(sample(t, "violation.yml"), "  - segment:")
			text := strings.Replace(head, `"2.2"`, `"`+tt.version+`"`, 1) + tt.content
			w, err := Read("w.yml", []byte(text))
			switch {
			case tt.want == "" && err != nil:
				t.Error(err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("error %v, want %s", err, tt.want)
			case strings.Contains(tt.name, "cycle") && err == nil && len(w.Entries[0].Unsupported) != 1:
				t.Error("that cycles are not supported is not said")
			}
		})
	}
}

func TestSpecification(t *testing.T) {
	for _, p := range property.All() {
		got, entry, err := ParseSpecification(p.Specification("start"))
		if err != nil || got != p || entry != "start" {
			t.Errorf("%s: %s, %s, %v", p, got, entry, err)
		}
	}
	if _, _, err := ParseSpecification("G ! nonsense"); err == nil {
		t.Error("nonsense was accepted")
	}
}

// violation returns the first violation sequence; nil: there is none.
func (w *Witness) violation() *Entry {
	if i := slices.IndexFunc(w.Entries, func(e Entry) bool { return e.Type == ViolationSequence }); i >= 0 {
		return &w.Entries[i]
	}
	return nil
}
