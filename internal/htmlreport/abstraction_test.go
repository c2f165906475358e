package htmlreport

import (
	"strings"
	"testing"

	"whittle.dev/internal/picture"
	"whittle.dev/internal/property"
)

// sliced are pictures of a small proof: a split, and nothing left.
func sliced() *picture.Album {
	a := &picture.Album{}
	a.Add(picture.Picture{Of: "too <high>", Title: "first slice",
		Nodes: []picture.Node{{ID: 1, Initial: true}, {ID: 2}, {ID: 3, Bad: true}},
		Edges: []picture.Edge{{From: 1, To: 2, Steps: []string{"up", "down"}}, {From: 2, To: 2,
			Steps: []string{"up"}}, {From: 2, To: 3, Steps: []string{"up"}}}})
	a.Add(picture.Picture{Of: "too <high>", Title: "n2 is split by x < 5", Split: 2,
		Nodes: []picture.Node{{ID: 1, Initial: true}, {ID: 2, Label: []string{"x < 5"}},
			{ID: 3, Bad: true, Label: []string{"x > 7"}}, {ID: 4, Label: []string{"x >= 5"}}},
		Edges: []picture.Edge{{From: 1, To: 2, Steps: []string{"up"}}, {From: 2, To: 4,
			Steps: []string{"up"}}, {From: 4, To: 3, Steps: []string{"up"}}}})
	a.Add(picture.Picture{Of: "too <high>", Title: "n4 is split"})
	return a
}

// TestAbstractionSection: a figure for each step, in which is struck out what the step has taken away, and
// why there are no more.
func TestAbstractionSection(t *testing.T) {
	var r Report
	if _, ok, err := r.abstractionSection(nil); ok || err != nil {
		t.Errorf("without pictures there is a section: %v", err)
	}
	r.Summary.Result.Pictures = sliced()
	r.Summary.Result.Verdict = property.Holds()
	r.Summary.Result.Pictures.Rest = "only the first 3 steps are shown"
	s, ok, err := r.abstractionSection(nil)
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	html := string(s.HTML)
	figures := strings.Split(html, "<figure")
	if len(figures) != 4 {
		t.Fatalf("%d figures, want 3", len(figures)-1)
	}
	for i, want := range []map[string]int{
		{"Goal: too &lt;high&gt;": 1},
		{"<b>1.</b> first slice": 1, "3 nodes, 4 transitions, 0 predicates": 1, "<g class=\"node": 3,
			"<g class=\"node  initial\"": 1, "gone\"><title": 0, ">up, down</text>": 1},
		{"n2 is split by x &lt; 5": 2, "<g class=\"node new\"": 2, "class=\"gone\" x=": 3,
			"<g class=\"edge gone\"": 2, ">x &gt;= 5</text>": 1},
		{"nothing is left": 1, "<g class=\"node gone": 4, "<g class=\"edge gone\"": 3,
			"Not all steps are shown: only the first 3": 1},
	} {
		for text, n := range want {
			if got := strings.Count(figures[i], text); got != n {
				t.Errorf("figure %d: %d of %s, want %d\n%s", i, got, text, n, figures[i])
			}
		}
	}
}

// TestEdgeLines: short names stand side by side, long ones are cut, many are counted.
func TestEdgeLines(t *testing.T) {
	long := strings.Repeat("ä", maxLetters+1)
	e := picture.Edge{From: 1, To: 2, Steps: []string{"a", "b", long}}
	if got := edgeLines(e); len(got) != 2 || got[0] != "a, b" || got[1] != long[:2*maxLetters-2]+"…" {
		t.Errorf("%q", got)
	}
	e.Steps = strings.Fields(strings.Repeat("transition-with-a-name ", 9))
	if got := edgeLines(e); len(got) != maxLines || got[maxLines-1] != "and more (9 in all)" {
		t.Errorf("%q", got)
	}
	e.Steps = strings.Fields("some-short one-more another")
	across, loop := edgeLines(e), edgeLines(picture.Edge{From: 1, To: 1, Steps: e.Steps})
	if len(across) != 2 || len(loop) != 1 {
		t.Errorf("%q, at a loop %q", across, loop)
	}
}
