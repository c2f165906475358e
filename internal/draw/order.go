package draw

import (
	"cmp"
	"slices"
)

// order finds an order of the nodes of each layer with few crossings of edges. It starts with the order of a
// search in depth, in which the branches of a program lie side by side already, and sweeps up and down.
func (l *layout) order() {
	l.firstOrder()
	best, bestOrder := l.crossings(), l.copyLayers()
	tries := 0
	sweeps := 24
	if len(l.nodes) > 8000 {
		sweeps = 8
	}
	for i := 0; i < sweeps && best > 0 && tries < 5; i++ {
		l.sweep(i%2 == 0)
		if len(l.nodes) <= 8000 {
			l.exchange()
		}
		if n := l.crossings(); n < best {
			best, bestOrder, tries = n, l.copyLayers(), 0
		} else {
			tries++
		}
	}
	l.layers = bestOrder
	l.number()
}

// firstOrder orders by a search in depth downward from the nodes that nothing leads to.
func (l *layout) firstOrder() {
	for i := range l.layers {
		l.layers[i] = l.layers[i][:0]
	}
	seen := make([]bool, len(l.nodes))
	for root := range l.nodes {
		if seen[root] || len(l.nodes[root].up) > 0 {
			continue
		}
		stack := []int{root}
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if seen[v] {
				continue
			}
			seen[v] = true
			l.layers[l.nodes[v].layer] = append(l.layers[l.nodes[v].layer], v)
			for i := len(l.nodes[v].down) - 1; i >= 0; i-- {
				stack = append(stack, l.nodes[v].down[i])
			}
		}
	}
	l.number()
}

// number enters the places of all nodes.
func (l *layout) number() {
	for _, layer := range l.layers {
		for i, v := range layer {
			l.pos[v] = i
		}
	}
}

func (l *layout) copyLayers() [][]int {
	out := make([][]int, len(l.layers))
	for i := range l.layers {
		out[i] = slices.Clone(l.layers[i])
	}
	return out
}

// sweep orders each layer by the medians of the neighbours in the layer before it.
func (l *layout) sweep(down bool) {
	median := make([]float64, len(l.nodes))
	for i := range l.layers {
		layer := l.layers[i]
		if !down {
			layer = l.layers[len(l.layers)-1-i]
		}
		var moving []int
		for _, v := range layer {
			near := l.nodes[v].up
			if !down {
				near = l.nodes[v].down
			}
			if median[v] = l.median(near); median[v] >= 0 {
				moving = append(moving, v)
			}
		}
		slices.SortStableFunc(moving, func(a, b int) int { return cmp.Compare(median[a], median[b]) })
		// Those without neighbours keep their places.
		for j, v := range layer {
			if median[v] >= 0 {
				layer[j], moving = moving[0], moving[1:]
			}
		}
		for j, v := range layer {
			l.pos[v] = j
		}
	}
}

// median returns the weighted median of the places of neighbours, -1 if there are none.
func (l *layout) median(near []int) float64 {
	places := make([]int, 0, 8)
	for _, w := range near {
		places = append(places, l.pos[w])
	}
	slices.Sort(places)
	n := len(places)
	switch {
	case n == 0:
		return -1
	case n%2 == 1:
		return float64(places[n/2])
	case n == 2:
		return float64(places[0]+places[1]) / 2
	}
	left, right := float64(places[n/2-1]-places[0]), float64(places[n-1]-places[n/2])
	if left+right == 0 {
		return float64(places[n/2])
	}
	return (float64(places[n/2-1])*right + float64(places[n/2])*left) / (left + right)
}

// exchange swaps neighbours in a layer while that removes crossings.
func (l *layout) exchange() {
	for better, round := true, 0; better && round < 6; round++ {
		better = false
		for _, layer := range l.layers {
			for i := 0; i+1 < len(layer); i++ {
				a, b := layer[i], layer[i+1]
				if l.between(l.nodes[a].up, l.nodes[b].up)+l.between(l.nodes[a].down, l.nodes[b].down) >
					l.between(l.nodes[b].up, l.nodes[a].up)+l.between(l.nodes[b].down, l.nodes[a].down) {
					layer[i], layer[i+1] = b, a
					l.pos[a], l.pos[b] = i+1, i
					better = true
				}
			}
		}
	}
}

// between counts the crossings of edges to "left" from a node with edges to "right" from its right neighbour.
func (l *layout) between(left, right []int) int {
	n := 0
	for _, a := range left {
		for _, b := range right {
			if l.pos[a] > l.pos[b] {
				n++
			}
		}
	}
	return n
}

// crossings counts all crossings, layer by layer with a tree of partial sums (Barth, Jünger and Mutzel 2002).
func (l *layout) crossings() int {
	total := 0
	var tree []int
	for i := 0; i+1 < len(l.layers); i++ {
		width := 1
		for width < len(l.layers[i+1]) {
			width *= 2
		}
		if cap(tree) < 2*width {
			tree = make([]int, 2*width)
		}
		tree = tree[:2*width]
		clear(tree)
		for _, v := range l.layers[i] {
			// Edges of one node do not cross: count them all, then enter them all.
			for _, w := range l.nodes[v].down {
				for k := l.pos[w] + width; k > 1; k /= 2 {
					if k%2 == 0 {
						total += tree[k+1]
					}
				}
			}
			for _, w := range l.nodes[v].down {
				for k := l.pos[w] + width; k >= 1; k /= 2 {
					tree[k]++
				}
			}
		}
	}
	return total
}
