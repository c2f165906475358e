package exists

import "whittle.dev/term"

// component is a set of disjuncts that share bound symbols.
type component struct{ vars, parts []term.Term }

// components groups disjuncts that share bound symbols, directly or over others.
// Those without any come back as rest. The order is that of first occurrence.
func components(st *term.Store, bound map[term.Term]bool, parts []term.Term) (rest []term.Term,
	out []component) {
	owner := map[term.Term]int{} // component of a symbol, to be followed through into
	var into []int
	find := func(i int) int {
		for into[i] != i {
			i = into[i]
		}
		return i
	}
	of := make([]int, len(parts))
	var symbols []term.Term
	for i, d := range parts {
		of[i] = -1
		for _, x := range st.Symbols(d) {
			if !bound[x] {
				continue
			}
			k, ok := owner[x]
			if !ok {
				symbols = append(symbols, x)
			}
			switch {
			case !ok && of[i] < 0:
				of[i] = len(into)
				into = append(into, of[i])
				owner[x] = of[i]
			case !ok:
				owner[x] = of[i]
			case of[i] < 0:
				of[i] = find(k)
			default:
				a, b := find(of[i]), find(k)
				into[max(a, b)] = min(a, b)
				of[i] = min(a, b)
			}
		}
	}
	index := map[int]int{}
	for i, d := range parts {
		if of[i] < 0 {
			rest = append(rest, d)
			continue
		}
		root := find(of[i])
		k, ok := index[root]
		if !ok {
			k = len(out)
			index[root] = k
			out = append(out, component{})
		}
		out[k].parts = append(out[k].parts, d)
	}
	for _, x := range symbols {
		k := index[find(owner[x])]
		out[k].vars = append(out[k].vars, x)
	}
	return rest, out
}
