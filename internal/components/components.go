package components

// Of numbers the components of a graph of n vertices, in which next(v, i) is successor i of v, and false if
// there are no more. It returns the component of each vertex and how many there are. Edges between components
// lead to smaller numbers.
func Of(n int, next func(v, i int) (to int, ok bool)) (of []int, count int) {
	of = make([]int, n)
	low, index := make([]int, n), make([]int, n) // index: from 1 in the order of the search; 0 is unseen
	at := make([]int, n)                         // by vertex on the path: the edge to follow
	var path, open []int
	seen := 0
	for root := range n {
		if index[root] != 0 {
			continue
		}
		path = append(path, root)
		for len(path) > 0 {
			v := path[len(path)-1]
			if index[v] == 0 {
				seen++
				index[v], low[v] = seen, seen
				open = append(open, v)
			}
			if w, ok := next(v, at[v]); ok {
				if index[w] == 0 {
					path = append(path, w)
					continue
				}
				low[v] = min(low[v], low[w])
				at[v]++
				continue
			}
			path = path[:len(path)-1]
			if low[v] < index[v] {
				continue
			}
			for done := false; !done; {
				w := open[len(open)-1]
				open = open[:len(open)-1]
				of[w] = count
				low[w] = n + 1 // closed: it is no way back any more
				done = w == v
			}
			count++
		}
	}
	return of, count
}
