package cnf

import "whittle.dev/sat"

// Urquhart asks to label the edges of a random graph of n vertices of the given degree (n*degree even) so
// that an odd number at the first vertex, and an even number at every other vertex, is true. Unsatisfiable,
// since every edge has two ends (Urquhart: "Hard examples for resolution", 1987).
func Urquhart(seed uint64, n, degree int) *Formula {
	f := &Formula{}
	ends := regular(seed, n, degree)
	at := make([][]sat.Lit, n)
	for _, e := range ends {
		l := f.Var()
		at[e[0]] = append(at[e[0]], l)
		at[e[1]] = append(at[e[1]], l)
	}
	for v, lits := range at {
		f.Parity(v == 0, 6, lits...)
	}
	return f
}

// regular returns the edges of a random connected graph of the given degree, without
// loops and multiple edges.
func regular(seed uint64, n, degree int) [][2]int {
	r := source(seed)
	for {
		var stubs []int
		for v := range n {
			for range degree {
				stubs = append(stubs, v)
			}
		}
		r.Shuffle(len(stubs), func(i, j int) { stubs[i], stubs[j] = stubs[j], stubs[i] })
		var edges [][2]int
		seen := map[[2]int]bool{}
		for len(stubs) > 0 {
			a := stubs[len(stubs)-1]
			stubs = stubs[:len(stubs)-1]
			found := false
			for try := 0; try < 50 && !found && len(stubs) > 0; try++ {
				i := r.IntN(len(stubs))
				b := stubs[i]
				key := [2]int{min(a, b), max(a, b)}
				if a == b || seen[key] {
					continue
				}
				seen[key], found = true, true
				edges = append(edges, key)
				stubs[i] = stubs[len(stubs)-1]
				stubs = stubs[:len(stubs)-1]
			}
			if !found {
				break
			}
		}
		if len(edges) == n*degree/2 && connected(n, edges) {
			return edges
		}
	}
}

func connected(n int, edges [][2]int) bool {
	root := make([]int, n)
	for i := range root {
		root[i] = i
	}
	find := func(v int) int {
		for root[v] != v {
			v = root[v]
		}
		return v
	}
	parts := n
	for _, e := range edges {
		if a, b := find(e[0]), find(e[1]); a != b {
			root[a] = b
			parts--
		}
	}
	return parts == 1
}

// ParityLearning asks for a secret of n bits from samples, each the parity of half of
// its bits, of which at most errors are wrong. Satisfiable if the errors made are
// allowed: made of the samples are wrong. (Crawford, Kearns, Schapire: "The minimal
// disagreement parity problem as a hard satisfiability problem", 1994.)
func ParityLearning(seed uint64, n, samples, made, errors int) *Formula {
	f := &Formula{}
	r := source(seed)
	secret := make([]bool, n)
	for i := range secret {
		secret[i] = r.IntN(2) == 0
	}
	in := f.Vars(n)
	wrong := make(Word, samples)
	flip := r.Perm(samples)[:made]
	isFlipped := make([]bool, samples)
	for _, i := range flip {
		isFlipped[i] = true
	}
	for i := range wrong {
		value := isFlipped[i]
		wrong[i] = f.Var()
		lits := []sat.Lit{wrong[i]}
		for j := range in {
			if r.IntN(2) == 0 {
				lits = append(lits, in[j])
				value = value != secret[j]
			}
		}
		f.Parity(value, 4, lits...)
	}
	cols := [][]sat.Lit{wrong}
	bits := 1
	for 1<<bits <= samples {
		bits++
	}
	cols = append(cols, make([][]sat.Lit, bits-1)...)
	count := f.sumColumns(cols, bits, false, Ripple)
	f.Clause(f.Less(f.Constant(bits, uint64(errors)), count).Not())
	return f
}
