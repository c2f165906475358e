package draw

import (
	"math"
	"slices"
)

// place finds the x coordinates: four layouts, each as far to one side as it gets while aligning each node
// with a median neighbour above or below; the mean of the middle two is the result. Lines through several
// layers stay straight.
func (l *layout) place() {
	l.dropTurns()
	marked := l.conflicts()
	var four [4][]float64
	for i := range four {
		four[i] = l.sided(i&1 == 1, i&2 == 2, marked)
	}
	// Align the four with the narrowest of them.
	var lo, hi [4]float64
	narrow := 0
	for i, xs := range four {
		lo[i], hi[i] = math.Inf(1), math.Inf(-1)
		for v, x := range xs {
			lo[i], hi[i] = min(lo[i], x-l.nodes[v].left), max(hi[i], x+l.nodes[v].right)
		}
		if hi[i]-lo[i] < hi[narrow]-lo[narrow] {
			narrow = i
		}
	}
	l.x = make([]float64, len(l.nodes))
	for v := range l.x {
		var xs [4]float64
		for i := range four {
			shift := lo[narrow] - lo[i]
			if i&2 == 2 {
				shift = hi[narrow] - hi[i]
			}
			xs[i] = four[i][v] + shift
		}
		slices.Sort(xs[:])
		l.x[v] = (xs[1] + xs[2]) / 2
	}
	// The middle of four places that keep distance keeps it, too; rounding is all that this repairs.
	for _, layer := range l.layers {
		for i := 1; i < len(layer); i++ {
			l.x[layer[i]] = max(l.x[layer[i]], l.x[layer[i-1]]+l.distance(layer[i-1], layer[i]))
		}
	}
}

// dropTurns removes the dummies that helped the order.
func (l *layout) dropTurns() {
	gone := make([]bool, len(l.nodes))
	for _, v := range l.turns {
		gone[v] = true
	}
	keep := func(list []int) []int { return slices.DeleteFunc(list, func(v int) bool { return gone[v] }) }
	for i := range l.layers {
		l.layers[i] = keep(l.layers[i])
	}
	for v := range l.nodes {
		n := &l.nodes[v]
		n.up, n.down = keep(n.up), keep(n.down)
		if gone[v] {
			n.up, n.down, n.left, n.right = nil, nil, 0, 0
		}
	}
	l.number()
}

// distance is how far the axes of neighbours must be apart.
func (l *layout) distance(a, b int) float64 {
	return l.nodes[a].right + l.nodes[b].left + (l.nodes[a].gap+l.nodes[b].gap)/2
}

// conflicts finds the segments that cross a segment between two dummies; they are not aligned.
func (l *layout) conflicts() map[[2]int]bool {
	marked := map[[2]int]bool{}
	for i := 0; i+1 < len(l.layers); i++ {
		upper, lower := l.layers[i], l.layers[i+1]
		from, next := 0, 0
		for j, v := range lower {
			inner := -1
			if l.nodes[v].dummy {
				for _, u := range l.nodes[v].up {
					if l.nodes[u].dummy {
						inner = l.pos[u]
					}
				}
			}
			if inner < 0 && j < len(lower)-1 {
				continue
			}
			to := inner
			if inner < 0 {
				to = len(upper)
			}
			for ; next <= j; next++ {
				for _, u := range l.nodes[lower[next]].up {
					if p := l.pos[u]; (p < from || p > to) &&
						!(l.nodes[u].dummy && l.nodes[lower[next]].dummy) {
						marked[[2]int{u, lower[next]}] = true
					}
				}
			}
			from = to
		}
	}
	return marked
}

// sided makes one of the four layouts: aligned with the layer below instead of above, from right to left
// instead of from left to right.
func (l *layout) sided(fromBelow, fromRight bool, marked map[[2]int]bool) []float64 {
	place := func(v int) int {
		if fromRight {
			return -l.pos[v]
		}
		return l.pos[v]
	}
	n := len(l.nodes)
	root, align := make([]int, n), make([]int, n)
	for v := range n {
		root[v], align[v] = v, v
	}
	each := func(visit func(layer []int)) {
		for i := range l.layers {
			layer := l.layers[i]
			if fromBelow {
				layer = l.layers[len(l.layers)-1-i]
			}
			if fromRight {
				layer = slices.Clone(layer)
				slices.Reverse(layer)
			}
			visit(layer)
		}
	}
	each(func(layer []int) {
		last := math.MinInt
		for _, v := range layer {
			near := l.nodes[v].up
			if fromBelow {
				near = l.nodes[v].down
			}
			if len(near) == 0 {
				continue
			}
			near = slices.Clone(near)
			slices.SortFunc(near, func(a, b int) int { return place(a) - place(b) })
			for m := (len(near) - 1) / 2; m <= len(near)/2; m++ {
				u := near[m]
				pair := [2]int{u, v}
				if fromBelow {
					pair = [2]int{v, u}
				}
				if align[v] == v && place(u) > last && !marked[pair] {
					align[u], root[v], last = v, root[u], place(u)
					align[v] = root[v]
				}
			}
		}
	})
	return l.compact(root, each, fromRight)
}

// compact places blocks of aligned nodes by longest paths: first as far to one side as possible, then back
// towards the neighbours on the other side.
func (l *layout) compact(root []int, each func(func([]int)), fromRight bool) []float64 {
	type arc struct {
		to   int
		dist float64
	}
	next := make([][]arc, len(root))
	degree := make([]int, len(root))
	each(func(layer []int) {
		for i := 1; i < len(layer); i++ {
			a, b := layer[i-1], layer[i]
			d := 0.0
			if fromRight {
				d = l.distance(b, a)
			} else {
				d = l.distance(a, b)
			}
			next[root[a]] = append(next[root[a]], arc{root[b], d})
			degree[root[b]]++
		}
	})
	x := make([]float64, len(root))
	var order []int
	for v := range root {
		if root[v] == v && degree[v] == 0 {
			order = append(order, v)
		}
	}
	for i := 0; i < len(order); i++ {
		for _, a := range next[order[i]] {
			x[a.to] = max(x[a.to], x[order[i]]+a.dist)
			if degree[a.to]--; degree[a.to] == 0 {
				order = append(order, a.to)
			}
		}
	}
	for i := len(order) - 1; i >= 0; i-- {
		v, room := order[i], math.Inf(1)
		for _, a := range next[v] {
			room = min(room, x[a.to]-a.dist)
		}
		if !math.IsInf(room, 1) {
			x[v] = max(x[v], room)
		}
	}
	out := make([]float64, len(root))
	for v := range out {
		if out[v] = x[root[v]]; fromRight {
			out[v] = -out[v]
		}
	}
	return out
}
