// Package components finds the strongly connected components of graphs, by the algorithm of R. Tarjan
// ("Depth-First Search and Linear Graph Algorithms", SIAM Journal on Computing 1(2), 1972) with a stack of
// its own.
//
//	of, n := components.Of(len(edges), func(v, i int) (int, bool) {
//		if i == len(edges[v]) {
//			return 0, false
//		}
//		return edges[v][i], true
//	})
package components
