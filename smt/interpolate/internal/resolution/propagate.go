package resolution

import "whittle.dev/sat"

// propagator finds out by unit propagation why a clause follows from those before it.
type propagator struct {
	clauses []clause
	watch   [][]int32 // by literal: clauses that watch it; a clause watches its first two literals
	units   []int32
	value   []int8 // by literal: 1 true, -1 false
	reason  []int32
	trail   []sat.Lit
}

const noReason = -1

func newPropagator(clauses []clause) *propagator {
	p := &propagator{clauses: clauses}
	most := sat.Lit(0)
	for _, c := range clauses {
		for _, l := range c.lits {
			most = max(most, l|1)
		}
	}
	p.watch = make([][]int32, most+1)
	p.value = make([]int8, most+1)
	p.reason = make([]int32, most/2+1)
	for i, c := range clauses {
		switch len(c.lits) {
		case 0:
		case 1:
			p.units = append(p.units, int32(i))
		default:
			p.watch[c.lits[0]] = append(p.watch[c.lits[0]], int32(i))
			p.watch[c.lits[1]] = append(p.watch[c.lits[1]], int32(i))
		}
	}
	return p
}

func (p *propagator) set(l sat.Lit, reason int32) {
	p.value[l], p.value[l.Not()] = 1, -1
	p.reason[l.Var()] = reason
	p.trail = append(p.trail, l)
}

func (p *propagator) reset() {
	for _, l := range p.trail {
		p.value[l], p.value[l.Not()] = 0, 0
	}
	p.trail = p.trail[:0]
}

// refute assumes the negation of a clause and propagates the clauses before it until one of them is false,
// which it returns; ok is false if none is.
func (p *propagator) refute(goal int) (conflict int32, ok bool) {
	p.reset()
	for _, l := range p.clauses[goal].lits {
		p.set(l.Not(), noReason)
	}
	for _, u := range p.units {
		if int(u) >= goal {
			break
		}
		switch l := p.clauses[u].lits[0]; p.value[l] {
		case 0:
			p.set(l, u)
		case -1:
			return u, true
		}
	}
	for at := 0; at < len(p.trail); at++ {
		if c := p.visit(p.trail[at].Not(), goal); c >= 0 {
			return c, true
		}
	}
	return 0, false
}

// visit propagates that a literal is false; it returns a clause that is false, or -1.
func (p *propagator) visit(l sat.Lit, goal int) int32 {
	list := p.watch[l]
	kept := list[:0]
	for k, i := range list {
		lits := p.clauses[i].lits
		if int(i) >= goal {
			kept = append(kept, i) // not yet derived
			continue
		}
		if lits[0] == l {
			lits[0], lits[1] = lits[1], lits[0]
		}
		if p.value[lits[0]] == 1 {
			kept = append(kept, i)
			continue
		}
		moved := false
		for j := 2; j < len(lits); j++ {
			if p.value[lits[j]] >= 0 {
				lits[1], lits[j] = lits[j], lits[1]
				p.watch[lits[1]] = append(p.watch[lits[1]], i)
				moved = true
				break
			}
		}
		if moved {
			continue
		}
		kept = append(kept, i)
		if p.value[lits[0]] == -1 {
			p.watch[l] = append(kept, list[k+1:]...)
			return i
		}
		p.set(lits[0], i)
	}
	p.watch[l] = kept
	return -1
}
