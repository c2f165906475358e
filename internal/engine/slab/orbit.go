package slab

import (
	"errors"
	"slices"

	"whittle.dev/term"
)

// An error path can be cut at the first state that is bad in any way. So the disjuncts of the error condition
// that are not the one of the present refinement are excluded from the nodes before the last one: where two
// processes out of many must not meet, the proof for one pair may assume that no other pair has met.
//
// Where processes are interchangeable this goes further. If a disjunct is reached, so is each of its images
// under a symmetry of the system, on the image of the path. The images count as disjuncts of the error
// condition then, even if it does not have them: one pair is as hard as all of them.
//
// The certificates of the disjuncts fit together. Let X be the union of all disjuncts with their images, and
// J the invariant of one disjunct E: it has no state of E, and steps lead out of it to X without E only. A
// step from a state in all these invariants to one in X would lead out of the invariant of a disjunct that
// the state is in, to that disjunct. So there is none, and the conjunction of all is inductive.

// maxExcluded bounds the disjuncts and images that are excluded together.
const maxExcluded = 64

// image is a disjunct, or what it becomes by symmetries.
type image struct {
	cond []term.Term
	// from is the index of the image that the renaming makes this one of.
	from int
	by   renaming
}

// orbit returns what the symmetries make of some disjuncts, after these; ok is false if that is too much.
func (p *prover) orbit(disjuncts []image, symmetries []renaming) (all []image, ok bool) {
	seen := map[string]bool{}
	for _, d := range disjuncts {
		seen[key(d.cond)] = true
	}
	all = slices.Clone(disjuncts)
	for i := 0; i < len(all); i++ {
		for _, m := range symmetries {
			cond := images(term.NewSubstituter(p.problem.st, m), all[i].cond)
			if k := key(cond); !seen[k] {
				seen[k] = true
				all = append(all, image{cond, i, m})
			}
		}
		if len(all) > maxExcluded {
			return nil, false
		}
	}
	return all, true
}

// exclude finds the symmetries and the disjuncts that are excluded. Symmetries of which the disjuncts have
// too many images are not used, unless they map the disjuncts to each other.
func (p *prover) exclude() {
	var own []image
	for _, t := range p.targets {
		if t.plain {
			own = append(own, image{cond: t.cond})
		}
	}
	if !p.cfg.NoSymmetry && len(own) > 0 {
		p.symmetry = p.symmetries()
	}
	all, ok := p.orbit(own, p.symmetry)
	if !ok {
		p.symmetry = slices.DeleteFunc(p.symmetry, func(m renaming) bool {
			with, ok := p.orbit(own, []renaming{m})
			return !ok || len(with) > len(own)
		})
		all = own
	}
	if p.cfg.NoExclusion || len(all) > maxExcluded {
		return
	}
	for _, d := range all {
		p.excluded = append(p.excluded, d.cond)
	}
}

// like returns the disjunct of a target and what symmetries make of it.
func (p *prover) like(t target) []image {
	one := []image{{cond: t.cond}}
	if !t.plain {
		return one
	}
	all, _ := p.orbit(one, p.symmetry) // not too many: part of that of all disjuncts
	return all
}

// certificates are those of a disjunct and of its images, of which that of the disjunct is known.
func (p *prover) certificates(like []image, first term.Term) ([]term.Term, error) {
	needed := map[string]bool{}
	for _, cond := range p.excluded {
		needed[key(cond)] = true
	}
	for _, t := range p.targets {
		needed[key(t.cond)] = true
	}
	invariants := []term.Term{first}
	out := []term.Term{p.problem.original(first)}
	for _, d := range like[1:] {
		inv, err := p.problem.renamed(invariants[d.from], d.by)
		if err != nil {
			return nil, err
		}
		invariants = append(invariants, inv)
		if needed[key(d.cond)] {
			out = append(out, p.problem.original(inv))
		}
	}
	return out, nil
}

// errNoImage: an invariant compares names of processes otherwise than symmetries do.
var errNoImage = errors.New("the certificate of one disjunct says nothing of others")

// renamed is the image of an invariant.
func (p *problem) renamed(invariant term.Term, by renaming) (term.Term, error) {
	if !p.renames(by, invariant) {
		return term.None, errNoImage
	}
	return p.st.Substitute(invariant, by), nil
}
