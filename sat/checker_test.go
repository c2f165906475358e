package sat

import (
	"fmt"
	"slices"
)

// rupChecker checks a proof while it is made: every learnt clause must follow by reverse unit propagation
// from the clauses at hand, and every deleted clause must be there.
type rupChecker struct {
	clauses map[string]rupClause
	err     error
}

type rupClause struct {
	lits  []Lit
	count int
}

func newRUPChecker() *rupChecker { return &rupChecker{clauses: map[string]rupClause{}} }

func (p *rupChecker) key(c []Lit) (string, []Lit) {
	d := slices.Clone(c)
	slices.Sort(d)
	d = slices.Compact(d)
	return fmt.Sprint(d), d
}

func (p *rupChecker) add(c []Lit) {
	k, d := p.key(c)
	x := p.clauses[k]
	p.clauses[k] = rupClause{d, x.count + 1}
}

func (p *rupChecker) Input(c []Lit) { p.add(c) }
func (p *rupChecker) Axiom(c []Lit) { p.add(c) }

func (p *rupChecker) Learn(c []Lit) {
	if p.err == nil && !p.implied(c) {
		p.err = fmt.Errorf("clause %v is not implied by unit propagation", c)
	}
	p.add(c)
}

func (p *rupChecker) Delete(c []Lit) {
	k, _ := p.key(c)
	x, ok := p.clauses[k]
	if !ok && p.err == nil {
		p.err = fmt.Errorf("deleted clause %v is not there", c)
	}
	if x.count > 1 {
		x.count--
		p.clauses[k] = x
		return
	}
	delete(p.clauses, k)
}

// implied reports that unit propagation refutes the complement of c.
func (p *rupChecker) implied(c []Lit) bool {
	val := map[Lit]bool{}
	for _, l := range c {
		if val[l] {
			return true
		}
		val[l^1] = true
	}
	for {
		changed := false
		for _, x := range p.clauses {
			var unit Lit
			open := 0
			for _, l := range x.lits {
				if val[l] {
					open = 2
					break
				}
				if !val[l^1] {
					open++
					unit = l
				}
			}
			switch open {
			case 0:
				return true
			case 1:
				val[unit] = true
				changed = true
			}
		}
		if !changed {
			return false
		}
	}
}
