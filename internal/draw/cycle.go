package draw

import "slices"

// breakCycles finds the edges that lead back to a node on the path of a search in depth from the entry. A
// program's graph has its loop heads as targets then. Without these edges there are no cycles.
func (l *layout) breakCycles() {
	n := len(l.g.Nodes)
	out := make([][]int, n)
	for i, e := range l.g.Edges {
		out[e.From] = append(out[e.From], i)
	}
	l.kinds = make([]edgeKind, len(l.g.Edges))
	const (
		unseen = iota
		onPath
		done
	)
	state := make([]uint8, n)
	type frame struct{ node, next int }
	for root := range n {
		if state[root] != unseen {
			continue
		}
		state[root] = onPath
		stack := []frame{{node: root}}
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.next == len(out[f.node]) {
				state[f.node] = done
				stack = stack[:len(stack)-1]
				continue
			}
			i := out[f.node][f.next]
			f.next++
			to := l.g.Edges[i].To
			switch {
			case to == f.node:
				l.kinds[i] = loop
			case state[to] == onPath:
				l.kinds[i] = back
			case state[to] == unseen:
				state[to] = onPath
				stack = append(stack, frame{node: to})
			}
		}
	}
}

// rank gives each node the layer that the longest path to it asks for. Where there are labels, every other
// layer is for them.
func (l *layout) rank() {
	n := len(l.g.Nodes)
	least := 1
	l.gap = layerGap
	in, out := make([]int, n), make([][]int, n)
	for i, e := range l.g.Edges {
		if e.LabelW > 0 {
			least, l.gap = 2, labelGap
		}
		if l.kinds[i] == forward {
			in[e.To]++
			out[e.From] = append(out[e.From], e.To)
		}
	}
	roots := make([]bool, n)
	l.layerOf = make([]int, n)
	var order []int
	for v := range n {
		if in[v] == 0 {
			roots[v] = true
			order = append(order, v)
		}
	}
	for i := 0; i < len(order); i++ {
		v := order[i]
		for _, w := range out[v] {
			l.layerOf[w] = max(l.layerOf[w], l.layerOf[v]+least)
			if in[w]--; in[w] == 0 {
				order = append(order, w)
			}
		}
	}
	// What nothing leads to stands right above what it leads to, but for the entry.
	for v := range n {
		if !roots[v] || v == 0 || len(out[v]) == 0 {
			continue
		}
		l.layerOf[v] = l.layerOf[slices.MinFunc(out[v],
			func(a, b int) int { return l.layerOf[a] - l.layerOf[b] })] - least
	}
}
