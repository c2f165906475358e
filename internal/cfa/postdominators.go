package cfa

import "slices"

// Postdominators finds for each of n locations, numbered from 0, the first other one that every way from it
// to the end passes (K. Cooper, T. Harvey, K. Kennedy, "A Simple, Fast Dominance Algorithm", 2001). next
// lists what follows a location, where n stands for the end, as it does in the result: nothing before the end
// is passed, or no way leads there.
func Postdominators(n int, next func(LocID) []LocID) []LocID {
	const none = LocID(-1)
	end := LocID(n)
	after := make([][]LocID, n)
	before := make([][]LocID, n+1)
	for l := range n {
		after[l] = next(LocID(l))
		for _, s := range after[l] {
			before[s] = append(before[s], LocID(l))
		}
	}
	order := reversePostorder(end, before)
	rank := make([]int, n+1)
	for i, l := range order {
		rank[l] = i
	}
	idom := slices.Repeat([]LocID{none}, n+1)
	idom[end] = end
	meet := func(a, b LocID) LocID {
		for a != b {
			for rank[a] > rank[b] {
				a = idom[a]
			}
			for rank[b] > rank[a] {
				b = idom[b]
			}
		}
		return a
	}
	for changed := true; changed; {
		changed = false
		for _, l := range order[1:] {
			best := none
			for _, s := range after[l] {
				switch {
				case idom[s] == none:
				case best == none:
					best = s
				default:
					best = meet(best, s)
				}
			}
			if best != idom[l] {
				idom[l], changed = best, true
			}
		}
	}
	for l, d := range idom {
		if d == none {
			idom[l] = end
		}
	}
	return idom[:n]
}

// reversePostorder lists what can be reached from a root in reverse postorder, the root first.
func reversePostorder(root LocID, next [][]LocID) []LocID {
	type visit struct {
		loc LocID
		i   int
	}
	seen := make([]bool, len(next))
	seen[root] = true
	stack := []visit{{root, 0}}
	var post []LocID
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.i < len(next[top.loc]) {
			l := next[top.loc][top.i]
			top.i++
			if !seen[l] {
				seen[l] = true
				stack = append(stack, visit{l, 0})
			}
			continue
		}
		post = append(post, top.loc)
		stack = stack[:len(stack)-1]
	}
	slices.Reverse(post)
	return post
}
