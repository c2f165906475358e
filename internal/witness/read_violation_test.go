package witness

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"whittle.dev/internal/property"
)

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
		{"followed after a cycle", "2.1", "  - segment:\n" + point("assumption", "cycle", one) +
			"  - segment:\n" + point("assumption", "follow", one),
			"a waypoint is followed after one of a cycle"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			head, _, _ := strings.Cut(sample(t, "violation.yml"), "  - segment:")
			text := strings.Replace(head, `"2.2"`, `"`+tt.version+`"`, 1) + tt.content
			_, err := Read("w.yml", []byte(text))
			switch {
			case tt.want == "" && err != nil:
				t.Error(err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

// TestWaypointErrors breaks a violation sequence in one place each.
func TestWaypointErrors(t *testing.T) {
	checkErrors(t, []broken{
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
	})
}
