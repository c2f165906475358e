package slab

import (
	"slices"

	"whittle.dev/term"
)

// A symmetry that maps the system to itself and the disjunct E of the error condition too turns an error path
// into another one. So of last steps that are each other with other names one is enough: where the processes
// 1 and 2 must not meet, and either may come last, it is 2.
//
// The invariant that comes out of this may be left by one of the other last steps. Such a step is the image
// of one that the invariant is not left by, under a symmetry h; so the image of the invariant under h
// excludes it. The conjunction with these images takes the place of the invariant.

// lastSteps says which transitions of a target are others with other names.
type lastSteps struct {
	symmetry []renaming
	// first is by transition the first one that it is an image of, by what that is a composition of
	// symmetries, the first one applied first. A transition that is the image of none before it has itself.
	first []int
	by    [][]int
	// used are the compositions by which transitions were left out.
	used [][]int
}

// lastSteps finds out which transitions are images of others under symmetries that keep the disjunct; nil:
// none is.
func (p *prover) lastSteps(t target) *lastSteps {
	if !t.plain || p.cfg.NoLastSteps {
		return nil
	}
	n := len(t.transitions)
	conj, byKey := make([][]term.Term, n), map[string]int{}
	for i := range n {
		conj[i] = p.problem.conjuncts(&t.transitions[i])
		byKey[key(conj[i])] = i
	}
	moves := map[int][]int{} // by symmetry: the image of each transition
	for s, m := range p.symmetry {
		sub := term.NewSubstituter(p.problem.st, m)
		if key(images(sub, t.cond)) != key(t.cond) {
			continue
		}
		for _, c := range conj {
			moves[s] = append(moves[s], byKey[key(images(sub, c))])
		}
	}
	if len(moves) == 0 {
		return nil
	}
	l := &lastSteps{symmetry: p.symmetry, first: make([]int, n), by: make([][]int, n)}
	seen := make([]bool, n)
	for i := range n {
		if seen[i] {
			continue
		}
		seen[i], l.first[i] = true, i
		for queue := []int{i}; len(queue) > 0; queue = queue[1:] {
			for s := range p.symmetry {
				if moves[s] == nil {
					continue
				}
				if j := moves[s][queue[0]]; !seen[j] {
					seen[j], l.first[j] = true, i
					l.by[j] = append(slices.Clone(l.by[queue[0]]), s)
					queue = append(queue, j)
				}
			}
		}
	}
	return l
}

// oneOfEach leaves one of the last steps that are each other with other names. Nothing else may have been
// done than to remove inconsistent transitions, which is the same under all symmetries.
func (x *refinement) oneOfEach() {
	if x.last == nil {
		return
	}
	number := map[*step]int{}
	for i := range x.target.transitions {
		if s := x.steps.of(&x.target.transitions[i]); s != nil {
			number[s] = i
		}
	}
	var gone []*edge
	for _, n := range x.a.bad {
		for _, e := range n.in {
			i := number[e.step]
			if x.last.first[i] == i {
				continue
			}
			gone = append(gone, e)
			same := func(by []int) bool { return slices.Equal(by, x.last.by[i]) }
			if !slices.ContainsFunc(x.last.used, same) {
				x.last.used = append(x.last.used, x.last.by[i])
			}
		}
	}
	x.cut(gone)
}

// withImages is the conjunction of an invariant with its images under what was used.
func (l *lastSteps) withImages(p *problem, invariant term.Term) (term.Term, error) {
	if l == nil {
		return invariant, nil
	}
	all := []term.Term{invariant}
	for _, by := range l.used {
		t := invariant
		for _, s := range by {
			var err error
			if t, err = p.renamed(t, l.symmetry[s]); err != nil {
				return term.None, err
			}
		}
		all = append(all, t)
	}
	return p.st.And(all...), nil
}
