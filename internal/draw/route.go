package draw

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// band is the vertical extent of a layer.
type band struct{ top, bottom float64 }

// route finds the y coordinates, which depend on how far edges run sideways between layers, and the ways of
// the edges.
func (l *layout) route() Drawing {
	left := math.Inf(1)
	for v := range l.nodes {
		left = min(left, l.x[v]-l.nodes[v].left)
	}
	d := Drawing{Nodes: make([]Box, len(l.g.Nodes)), Edges: make([]Route, len(l.g.Edges))}
	for v := range l.x {
		l.x[v] += margin - left
		d.Width = max(d.Width, l.x[v]+l.nodes[v].right)
	}
	starts, ends := l.ports()
	lanes := l.assignLanes(d.Width + lineGap)
	bands := l.bands(starts, ends)
	for v, n := range l.g.Nodes {
		d.Nodes[v] = Box{l.x[v] - n.W/2, bands[l.layerOf[v]].top, n.W, n.H}
	}
	loops := make([]float64, len(l.g.Nodes))
	for i, e := range l.g.Edges {
		w := &walk{}
		u := d.Nodes[e.From]
		from, to := bands[l.layerOf[e.From]], bands[l.layerOf[e.To]]
		switch l.kinds[i] {
		case loop:
			w.loop(u, e, &loops[e.From])
		case forward:
			w.start(starts[i], u.Y+u.H)
			w.line(starts[i], from.bottom)
			for _, c := range l.chains[i] {
				w.through(l.x[c], bands[l.nodes[c].layer], true)
			}
			w.curve(ends[i], to.top)
		case back:
			w.start(starts[i], u.Y+u.H)
			w.line(starts[i], from.bottom)
			for k := len(l.chains[i]) - 1; k >= 0; k-- {
				c := l.chains[i][k]
				if k == len(l.chains[i])-1 {
					w.turn(l.x[c], from.bottom, l.gap*0.8)
					w.line(l.x[c], from.top)
					continue
				}
				w.through(l.x[c], bands[l.nodes[c].layer], false)
			}
			w.turn(ends[i], to.top, -l.gap*0.8)
		case lane:
			w.start(starts[i], u.Y+u.H)
			w.line(starts[i], from.bottom)
			w.curve(lanes[i], from.bottom+l.gap*0.5)
			w.line(lanes[i], to.top-l.gap*0.5)
			w.curve(ends[i], to.top)
			d.Width = max(d.Width, lanes[i])
		case laneBack:
			w.start(starts[i], u.Y+u.H)
			w.line(starts[i], from.bottom)
			w.turn(lanes[i], from.bottom, l.gap*0.8)
			w.line(lanes[i], to.top)
			w.turn(ends[i], to.top, -l.gap*0.8)
			d.Width = max(d.Width, lanes[i])
		}
		d.Edges[i] = w.done(l.kinds[i])
		if l.kinds[i] != loop && e.LabelW > 0 {
			d.Edges[i].Label = l.labelAt(i, bands, Point{starts[i], from.bottom})
			d.Width = max(d.Width, d.Edges[i].Label.X+e.LabelW)
		}
	}
	d.Width += margin
	for _, b := range bands {
		d.Height = max(d.Height, b.bottom+margin)
	}
	for i := range d.Edges {
		for _, p := range d.Edges[i].Points {
			d.Height = max(d.Height, p.Y+l.gap*0.7)
		}
	}
	return d
}

// labelAt is where the label of an edge stands: beside the dummy that keeps its room, or where the edge
// begins.
func (l *layout) labelAt(i int, bands []band, begin Point) Point {
	for _, c := range l.chains[i] {
		if n := l.nodes[c]; n.right > 0 {
			b := bands[n.layer]
			return Point{l.x[c] + 4, (b.top + b.bottom - n.h) / 2}
		}
	}
	return Point{begin.X + 4, begin.Y}
}

// bands places the layers. The more an edge runs sideways between two layers the farther they are apart.
func (l *layout) bands(starts, ends []float64) []band {
	gap := make([]float64, len(l.layers)+1) // above each layer
	for i := range gap {
		gap[i] = l.gap
	}
	side := func(layer int, dx float64) { gap[layer] = max(gap[layer], min(l.gap+math.Abs(dx)*0.08, 72)) }
	for i, e := range l.g.Edges {
		if l.kinds[i] != forward && l.kinds[i] != back {
			continue
		}
		x := starts[i]
		for _, c := range l.chains[i] {
			if l.kinds[i] == forward || l.nodes[c].layer > l.layerOf[e.To] {
				side(l.nodes[c].layer, l.x[c]-x)
			}
			x = l.x[c]
		}
		if l.kinds[i] == forward {
			side(l.layerOf[e.To], ends[i]-x)
		}
	}
	out := make([]band, len(l.layers))
	y := float64(margin)
	for i, layer := range l.layers {
		h := 0.0
		for _, v := range layer {
			h = max(h, l.nodes[v].h)
		}
		if i > 0 && (len(layer) > 0 || i == len(l.layers)-1) {
			y += gap[i]
		}
		out[i] = band{y, y + h}
		y += h
	}
	return out
}

// ports finds where edges leave and enter their nodes: spread about the middle of the border, in the order in
// which they come. Back edges, which come around, are outside of the others, so that a line straight down
// stays one.
func (l *layout) ports() (starts, ends []float64) {
	starts, ends = make([]float64, len(l.g.Edges)), make([]float64, len(l.g.Edges))
	outs, ins := make([][]port, len(l.g.Nodes)), make([][]port, len(l.g.Nodes))
	for i, e := range l.g.Edges {
		if l.kinds[i] == loop {
			continue
		}
		first, last := l.x[e.To], l.x[e.From]
		switch chain := l.chains[i]; {
		case l.kinds[i] == lane || l.kinds[i] == laneBack:
			first, last = math.Inf(1), math.Inf(1)
		case len(chain) > 0 && l.kinds[i] == back:
			first, last = l.x[chain[len(chain)-1]], l.x[chain[0]]
		case len(chain) > 0:
			first, last = l.x[chain[0]], l.x[chain[len(chain)-1]]
		}
		around := l.kinds[i] != forward
		outs[e.From] = append(outs[e.From], port{&starts[i], first, around})
		ins[e.To] = append(ins[e.To], port{&ends[i], last, around})
	}
	for v, n := range l.g.Nodes {
		spread(outs[v], l.x[v], n.W)
		spread(ins[v], l.x[v], n.W)
	}
	return starts, ends
}

// port is an end of an edge: where it is to be, where the edge comes from, and whether it comes around the
// node.
type port struct {
	at     *float64
	other  float64
	around bool
}

// spread gives the ports of one border of a node their places.
func spread(list []port, middle, width float64) {
	slices.SortStableFunc(list, func(a, b port) int {
		// Those that come around are left or right of all others.
		side := func(p port) int {
			switch {
			case !p.around:
				return 0
			case p.other < middle:
				return -1
			}
			return 1
		}
		if c := cmp.Compare(side(a), side(b)); c != 0 {
			return c
		}
		return cmp.Compare(a.other, b.other)
	})
	first, straight := 0, 0
	for _, p := range list {
		if !p.around {
			straight++
		} else if straight == 0 && p.other < middle {
			first++
		}
	}
	half := float64(straight-1) / 2
	if straight == 0 { // all come around
		first, half = 0, float64(len(list)-1)/2
	}
	// As many steps as fit on the longer side of the middle.
	most := max(float64(first)+half, float64(len(list)-1-first)-half, 0.5)
	step := min(20, width*0.42/most)
	for k, p := range list {
		*p.at = middle + step*(float64(k-first)-half)
	}
}

// assignLanes gives the edges at the side x coordinates, so that edges that share rows have different ones.
func (l *layout) assignLanes(from float64) map[int]float64 {
	type use struct{ edge, top, bottom int }
	var uses []use
	for i, e := range l.g.Edges {
		if l.kinds[i] == lane || l.kinds[i] == laneBack {
			a, b := l.layerOf[e.From], l.layerOf[e.To]
			uses = append(uses, use{i, min(a, b), max(a, b)})
		}
	}
	slices.SortStableFunc(uses, func(a, b use) int { return cmp.Compare(a.top, b.top) })
	out := map[int]float64{}
	var busy []int // the last row of each lane
	for _, u := range uses {
		k := slices.IndexFunc(busy, func(row int) bool { return row < u.top })
		if k < 0 {
			k, busy = len(busy), append(busy, 0)
		}
		busy[k] = u.bottom
		out[u.edge] = from + laneGap*float64(k)
	}
	return out
}

// walk builds a route.
type walk struct {
	b      strings.Builder
	points []Point
	label  Point
}

func (w *walk) add(command string, values ...float64) {
	w.b.WriteString(command)
	for i, v := range values {
		if i > 0 {
			w.b.WriteByte(' ')
		}
		w.b.WriteString(num(v))
	}
}

func (w *walk) at() Point { return w.points[len(w.points)-1] }

func (w *walk) start(x, y float64) {
	w.add("M", x, y)
	w.points = append(w.points, Point{x, y})
}

// line goes straight, up or down.
func (w *walk) line(x, y float64) {
	if p := w.at(); math.Abs(p.Y-y) < 0.05 && math.Abs(p.X-x) < 0.05 {
		return
	}
	w.add("V", y)
	w.points = append(w.points, Point{x, y})
}

// curve goes to a place with vertical tangents at both ends.
func (w *walk) curve(x, y float64) {
	p := w.at()
	if math.Abs(p.X-x) < 0.05 {
		w.line(x, y)
		return
	}
	mid := (p.Y + y) / 2
	w.add("C", p.X, mid, x, mid, x, y)
	w.points = append(w.points, Point{x, y})
}

// turn goes around to the same height, h below.
func (w *walk) turn(x, y, h float64) {
	p := w.at()
	w.add("C", p.X, p.Y+h, x, y+h, x, y)
	w.points = append(w.points, Point{x, y})
}

// through goes through a layer, downward or upward.
func (w *walk) through(x float64, b band, down bool) {
	if down {
		w.curve(x, b.top)
		w.line(x, b.bottom)
	} else {
		w.curve(x, b.bottom)
		w.line(x, b.top)
	}
}

// loop goes from the right border of a box around to it; out counts what stands there already.
func (w *walk) loop(u Box, e Edge, out *float64) {
	x := u.X + u.W
	top, bottom := u.Y+u.H*0.3, u.Y+u.H*0.7
	reach := *out + loopWidth
	w.start(x, bottom)
	w.add("C", x+reach*1.3, bottom+4, x+reach*1.3, top-4, x, top)
	w.points = append(w.points, Point{x, top})
	w.label = Point{x + reach + 2, u.Y + (u.H-e.LabelH)/2}
	*out = reach
	if e.LabelW > 0 {
		*out += e.LabelW + 4
	}
}

func (w *walk) done(k edgeKind) Route {
	return Route{Path: w.b.String(), Back: k == back || k == loop || k == laneBack, Label: w.label,
		Points: w.points}
}

// num prints a coordinate with one decimal.
func num(v float64) string {
	s := strconv.FormatFloat(v, 'f', 1, 64)
	return strings.TrimSuffix(s, ".0")
}
