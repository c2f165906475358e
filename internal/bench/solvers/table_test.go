package solvers

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

func TestCompareTable(t *testing.T) {
	m := func(file, solver, answer string, cpu float64, mb uint64) Measure {
		return Measure{File: file, Solver: solver, Answer: answer, CPU: cpu, Memory: mb << 20}
	}
	ms := []Measure{
		m("a", "we", "sat", 2, 20), m("a", "they", "sat", 1, 10),
		m("b", "we", "unsat", 0.001, 40), m("b", "they", "unsat", 0.002, 10),
		m("c", "we", "unsat", 0.04, 10), m("c", "they", "unsat", 0.005, 10),
		m("d", "we", "unknown", 9, 10), m("d", "they", "unsat", 3, 10),
		m("e", "we", "sat sat", 9, 10), m("e", "they", "sat unknown", 3, 10),
		m("f", "they", "sat", 3, 10),
	}
	table := NewTable([]Contender{{Name: "we"}, {Name: "they"}}, ms)
	p := table.Pairs[0]
	// 2/1, 10/10 and 40/10 ms.
	if p.Files != 5 || p.Both != 3 || math.Abs(p.Time-2) > 1e-9 || p.LongFiles != 1 || p.LongTime != 2 ||
		p.WorstFile != "c" ||
		math.Abs(p.Memory-2) > 1e-9 || p.WorstMemory != 4 || strings.Join(p.OnlyOther, " ") != "d" ||
		strings.Join(p.OnlyFirst, " ") != "e" {
		t.Errorf("got %+v", p)
	}
	if len(table.Disagreements) != 0 {
		t.Errorf("disagreements %v", table.Disagreements)
	}
	var text, markdown, json bytes.Buffer
	if err := table.Text(&text); err != nil {
		t.Fatal(err)
	}
	if err := table.Markdown(&markdown); err != nil {
		t.Fatal(err)
	}
	if err := table.JSON(&json); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"they 5 3 2.00 1 2.00 4.00 2.00 4.00 1 1",
		"answered by they alone, not by we: d"} {
		if !strings.Contains(strings.Join(strings.Fields(text.String()), " "), want) {
			t.Errorf("%q is missing in\n%s", want, text.String())
		}
	}
	if !strings.Contains(markdown.String(), "| a |  | sat | 2.00 | 21 | sat | 1.00 | 10 |\n") ||
		!strings.Contains(json.String(), `"disagreements": []`) {
		t.Errorf("%s\n%s", markdown.String(), json.String())
	}
}

func TestContradict(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"sat", "sat", false}, {"sat", "unsat", true}, {"sat", "unknown", false}, {"unknown", "unsat", false},
		{"sat unsat", "sat", false}, {"sat unsat", "sat sat", true}, {"unknown unsat", "sat sat", true},
		{"", "sat", false},
	} {
		if got := Contradict(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}
