package draw

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// program makes a graph like that of a program: a chain of nodes with branches forward, loops back and a few
// targets that many lead to.
func program(r *rand.Rand, n int) Graph {
	g := Graph{}
	for range n {
		g.Nodes = append(g.Nodes, Node{W: 20 + float64(r.IntN(180)), H: 16 + float64(r.IntN(6))*16})
	}
	edge := func(a, b int) {
		e := Edge{From: a, To: b}
		if r.IntN(3) == 0 {
			e.LabelW, e.LabelH = 8+float64(r.IntN(40)), 14
		}
		g.Edges = append(g.Edges, e)
	}
	for v := range n {
		if v+1 < n && r.IntN(12) > 0 {
			edge(v, v+1)
		}
		switch r.IntN(8) {
		case 0:
			edge(v, min(n-1, v+1+r.IntN(12)))
		case 1:
			edge(v, max(0, v-r.IntN(10)))
		case 2:
			edge(v, n-1)
		case 3:
			if r.IntN(4) == 0 {
				edge(v, v)
			}
		}
	}
	return g
}

// samples returns points along an SVG path of M, V and C.
func samples(t *testing.T, path string) []Point {
	t.Helper()
	var out []Point
	var at Point
	for _, part := range strings.FieldsFunc(strings.NewReplacer("M", "|M ", "V", "|V ", "C",
		"|C ").Replace(path), func(r rune) bool { return r == '|' }) {
		f := strings.Fields(part)
		var v []float64
		for _, s := range f[1:] {
			x, err := strconv.ParseFloat(s, 64)
			if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
				t.Fatalf("path %q: %v", path, err)
			}
			v = append(v, x)
		}
		from := at
		switch f[0] {
		case "M":
			at = Point{v[0], v[1]}
			out = append(out, at)
		case "V":
			at = Point{from.X, v[0]}
			for i := 1; i <= 8; i++ {
				out = append(out, Point{at.X, from.Y + (at.Y-from.Y)*float64(i)/8})
			}
		case "C":
			at = Point{v[4], v[5]}
			for i := 1; i <= 16; i++ {
				s := float64(i) / 16
				q := 1 - s
				b := func(a, b, c, d float64) float64 { return q*q*q*a + 3*q*q*s*b + 3*q*s*s*c + s*s*s*d }
				out = append(out, Point{b(from.X, v[0], v[2], at.X), b(from.Y, v[1], v[3], at.Y)})
			}
		default:
			t.Fatalf("path %q", path)
		}
	}
	return out
}

// check looks at everything that a drawing promises.
func check(t *testing.T, g Graph, d Drawing) {
	t.Helper()
	for i, a := range d.Nodes {
		if a.W != g.Nodes[i].W || a.H != g.Nodes[i].H {
			t.Errorf("node %d has another size", i)
		}
		if a.X < 0 || a.Y < 0 || a.X+a.W > d.Width || a.Y+a.H > d.Height {
			t.Errorf("node %d is outside", i)
		}
		for j, b := range d.Nodes[:i] {
			if a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
				t.Errorf("nodes %d and %d overlap: %v, %v", i, j, a, b)
			}
		}
	}
	const eps = 0.2 // coordinates of paths are rounded
	for i, e := range g.Edges {
		r := d.Edges[i]
		u, v := d.Nodes[e.From], d.Nodes[e.To]
		first, last := r.Points[0], r.Points[len(r.Points)-1]
		if e.LabelW > 0 {
			if r.Label.X < 0 || r.Label.X+e.LabelW > d.Width || r.Label.Y < 0 ||
				r.Label.Y+e.LabelH > d.Height {
				t.Errorf("the label of edge %d is outside", i)
			}
			for k, b := range d.Nodes {
				if r.Label.X < b.X+b.W && b.X < r.Label.X+e.LabelW && r.Label.Y < b.Y+b.H &&
					b.Y < r.Label.Y+e.LabelH {
					t.Errorf("the label of edge %d overlaps node %d", i, k)
				}
			}
		}
		if e.From == e.To {
			if !r.Back || math.Abs(first.X-u.X-u.W) > eps || math.Abs(last.X-u.X-u.W) > eps {
				t.Errorf("loop %d: %+v", i, r)
			}
			for _, p := range samples(t, r.Path) {
				for k, b := range d.Nodes {
					if k != e.From && p.X > b.X && p.X < b.X+b.W && p.Y > b.Y && p.Y < b.Y+b.H {
						t.Errorf("loop %d crosses node %d at %v", i, k, p)
					}
				}
			}
			continue
		}
		if first.X < u.X-eps || first.X > u.X+u.W+eps || math.Abs(first.Y-u.Y-u.H) > eps {
			t.Errorf("edge %d does not begin below its node: %v, %v", i, first, u)
		}
		if last.X < v.X-eps || last.X > v.X+v.W+eps || math.Abs(last.Y-v.Y) > eps {
			t.Errorf("edge %d does not end above its node: %v, %v", i, last, v)
		}
		if !r.Back && u.Y+u.H > v.Y {
			t.Errorf("edge %d does not go downward", i)
		}
		if r.Back && u.Y <= v.Y {
			t.Errorf("back edge %d goes downward", i)
		}
		y := math.Inf(-1)
		for _, p := range samples(t, r.Path) {
			if p.X < 0 || p.Y < 0 || p.X > d.Width || p.Y > d.Height {
				t.Errorf("edge %d leaves the drawing at %v", i, p)
				break
			}
			if !r.Back && p.Y < y-eps {
				t.Errorf("edge %d goes up at %v", i, p)
				break
			}
			y = p.Y
			for k, b := range d.Nodes {
				if p.X > b.X+eps && p.X < b.X+b.W-eps && p.Y > b.Y+eps && p.Y < b.Y+b.H-eps {
					t.Errorf("edge %d crosses node %d at %v", i, k, p)
					break
				}
			}
		}
		if e.LabelW > 0 {
			for k, f := range g.Edges[:i] {
				if s := d.Edges[k]; f.LabelW > 0 && f.From != f.To && r.Label.X < s.Label.X+f.LabelW &&
					s.Label.X < r.Label.X+e.LabelW &&
					r.Label.Y < s.Label.Y+f.LabelH && s.Label.Y < r.Label.Y+e.LabelH {
					t.Errorf("the labels of edges %d and %d overlap", i, k)
				}
			}
		}
	}
}

// TestRandom lays out random graphs of all sizes, twice each.
func TestRandom(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		g := program(r, 1+r.IntN(40))
		d := Layout(g)
		check(t, g, d)
		if !reflect.DeepEqual(d, Layout(g)) {
			t.Errorf("seed %d: two drawings", seed)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestDense: many edges in all directions between few nodes, and nodes that nothing leads to.
func TestDense(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 2))
		n := 2 + r.IntN(12)
		g := Graph{}
		for range n {
			g.Nodes = append(g.Nodes, Node{W: 60, H: 20 + float64(r.IntN(100))})
		}
		for range r.IntN(4 * n) {
			g.Edges = append(g.Edges, Edge{From: r.IntN(n), To: r.IntN(n), LabelW: float64(r.IntN(2) * 20),
				LabelH: 14})
		}
		check(t, g, Layout(g))
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestShape: a branch and a loop look as one draws them.
func TestShape(t *testing.T) {
	box := Node{W: 60, H: 20}
	g := Graph{Nodes: []Node{box, box, box, box}, Edges: []Edge{{From: 0, To: 1}, {From: 0, To: 2},
		{From: 1, To: 3}, {From: 2, To: 3}, {From: 3, To: 0}}}
	d := Layout(g)
	check(t, g, d)
	n := d.Nodes
	if n[1].Y != n[2].Y || n[1].X >= n[2].X {
		t.Errorf("branches are not side by side in their order: %v", n)
	}
	if mid := (n[1].X + n[2].X) / 2; n[0].X != n[3].X || math.Abs(n[0].X-mid) > 20 {
		t.Errorf("the ends of the branch are not above each other in the middle: %v", n)
	}
	if !d.Edges[4].Back {
		t.Error("the loop has no back edge")
	}
	straight := Layout(Graph{Nodes: []Node{{W: 90, H: 20}, box, {W: 10, H: 10}},
		Edges: []Edge{{From: 0, To: 1}, {From: 1, To: 2}}})
	for i, e := range straight.Edges {
		if strings.Contains(e.Path, "C") {
			t.Errorf("edge %d of a chain is not straight: %s", i, e.Path)
		}
	}
}

func TestEmpty(t *testing.T) {
	if d := Layout(Graph{}); len(d.Nodes) != 0 || len(d.Edges) != 0 {
		t.Errorf("%+v", d)
	}
	check(t, Graph{Nodes: make([]Node, 1)}, Layout(Graph{Nodes: make([]Node, 1)}))
}

// TestLarge checks the drawing of a large graph; BenchmarkLayout2000 measures the time.
func TestLarge(t *testing.T) {
	g := program(rand.New(rand.NewPCG(1, 1)), 2000)
	d := Layout(g)
	check(t, g, d)
	t.Logf("%d edges, %.0f x %.0f", len(g.Edges), d.Width, d.Height)
}

func BenchmarkLayout2000(b *testing.B) {
	g := program(rand.New(rand.NewPCG(1, 1)), 2000)
	for b.Loop() {
		Layout(g)
	}
}
