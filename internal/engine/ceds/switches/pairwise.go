package switches

import "slices"

// pairwise returns rows with a level for each factor such that each two levels of different factors stand
// together in some row. levels has the number of levels of each factor. The first row has the first level of
// all. It is greedy: a row begins with a pair that is missing, and the other factors get the level that makes
// the most missing pairs with what the row has already (D. M. Cohen et al., "The AETG system", IEEE
// Transactions on Software Engineering 23, 1997, without its chance).
func pairwise(levels []int) [][]int {
	n := len(levels)
	missing := map[[4]int]bool{}
	key := func(f, a, g, b int) [4]int {
		if f > g {
			f, a, g, b = g, b, f, a
		}
		return [4]int{f, a, g, b}
	}
	var order [][4]int
	for f := range n {
		for g := f + 1; g < n; g++ {
			for a := range levels[f] {
				for b := range levels[g] {
					k := key(f, a, g, b)
					missing[k] = true
					order = append(order, k)
				}
			}
		}
	}
	var rows [][]int
	add := func(row []int) {
		for f := range n {
			for g := f + 1; g < n; g++ {
				delete(missing, key(f, row[f], g, row[g]))
			}
		}
		rows = append(rows, row)
	}
	add(make([]int, n))
	for len(missing) > 0 {
		row := slices.Repeat([]int{-1}, n)
		first := order[slices.IndexFunc(order, func(k [4]int) bool { return missing[k] })]
		row[first[0]], row[first[2]] = first[1], first[3]
		for {
			// The level of a factor that makes the most missing pairs; the first of those.
			bestFactor, bestLevel, best := -1, 0, -1
			for f := range n {
				if row[f] >= 0 {
					continue
				}
				for a := range levels[f] {
					made := 0
					for g := range n {
						if g != f && row[g] >= 0 && missing[key(f, a, g, row[g])] {
							made++
						}
					}
					if made > best {
						bestFactor, bestLevel, best = f, a, made
					}
				}
			}
			if bestFactor < 0 {
				break
			}
			row[bestFactor] = bestLevel
		}
		add(row)
	}
	return rows
}
