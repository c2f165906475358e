package picture

import (
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	before := Picture{
		Nodes: []Node{{ID: 1, Initial: true}, {ID: 2, Label: []string{"x > 0"}}},
		Edges: []Edge{{From: 1, To: 2, Steps: []string{"go", "stay"}}},
	}
	now := Picture{Title: "n2 is split by x > 1", Nodes: []Node{{ID: 1, Initial: true},
		{ID: 3, Bad: true, Label: []string{"x > 0", "x > 1"}}},
		Edges: []Edge{{From: 1, To: 3, Steps: []string{"go"}}}}
	var text, dot, empty strings.Builder
	end := Picture{Title: "end"}
	for _, err := range []error{now.Text(&text), now.Dot(&dot, before), end.Text(&empty)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	want := "n2 is split by x > 1\n  n1 initial\n  n3 bad  x > 0, x > 1\n  n1 -> n3  go\n"
	if text.String() != want {
		t.Errorf("got\n%s\nwant\n%s", text.String(), want)
	}
	if want := "end\n  nothing is left\n"; empty.String() != want {
		t.Errorf("got %q, want %q", empty.String(), want)
	}
	for _, want := range []string{`n1 [label="n1", penwidth=2];`,
		`n3 [label="n3\nx > 0\nx > 1", peripheries=2];`,
		`n2 [label="n2\nx > 0", style="rounded,dashed"];`, `n1 -> n3 [label="go"];`,
		`n1 -> n2 [label="go\nstay", style=dashed];`} {
		if !strings.Contains(dot.String(), want) {
			t.Errorf("no %s in\n%s", want, dot.String())
		}
	}
}

// TestAlbum: an album is full after a picture that is too large, or after so many.
func TestAlbum(t *testing.T) {
	var a, b Album
	a.Add(Picture{Title: "small"})
	a.Add(Picture{Nodes: make([]Node, MaxNodes+1)})
	a.Add(Picture{Title: "small again"})
	if len(a.Pictures) != 1 || !a.Full() || !strings.Contains(a.Rest, "nodes") {
		t.Errorf("%+v", a)
	}
	b.Append(a)
	if len(b.Pictures) != 1 || b.Rest != a.Rest {
		t.Errorf("%+v", b)
	}
	b = Album{}
	b.Add(Picture{Edges: make([]Edge, MaxEdges+1)})
	if len(b.Pictures) != 0 || !strings.Contains(b.Rest, "edges") {
		t.Errorf("%+v", b)
	}
	b = Album{}
	for range MaxPictures + 1 {
		b.Add(Picture{})
	}
	if len(b.Pictures) != MaxPictures || !b.Full() {
		t.Errorf("%d pictures, %q", len(b.Pictures), b.Rest)
	}
}
