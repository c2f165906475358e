package drat

import "whittle.dev/sat"

// id is the number of a clause.
type id int32

// none is no clause: the reason of an assumption, or no conflict.
const none id = -1

// clause is the record of a clause. Its literals lie in Checker.lits, the two that are watched in front.
type clause struct {
	start     int
	size      int32
	next      id   // in the chain of the table
	live      bool // at hand: added, and not deleted or taken back
	core      bool // the proof depends on it
	tautology bool // never watched
}

func (c *Checker) literals(k id) []sat.Lit {
	cl := &c.clauses[k]
	return c.lits[cl.start : cl.start+int(cl.size)]
}

// dense is the number of variables that are looked up in a slice. Larger ones, of which there are few in sane
// proofs, are in a map, so that one stray number does not take the memory.
const dense = 1 << 22

// rename maps literals to variables that are numbered without gaps, which all
// tables are indexed by. It changes lits.
func (c *Checker) rename(lits []sat.Lit) {
	for i, l := range lits {
		v := l.Var()
		var w sat.Var
		if v < dense {
			for int(v) >= len(c.small) {
				c.small = append(c.small, 0)
			}
			if w = c.small[v]; w == 0 {
				w = c.newVar()
				c.small[v] = w
			}
		} else if w = c.large[v]; w == 0 {
			w = c.newVar()
			c.large[v] = w
		}
		lits[i] = sat.MkLit(w, l.Negated())
	}
}

func (c *Checker) newVar() sat.Var {
	v := sat.Var(len(c.vars))
	c.vars = append(c.vars, variable{reason: none})
	c.vals = append(c.vals, 0, 0)
	c.marks = append(c.marks, false, false)
	for k := range c.watches {
		c.watches[k] = append(c.watches[k], nil, nil)
	}
	return v
}

// dedupe removes repeated literals, keeping the order, and reports whether a variable occurs with both signs.
func (c *Checker) dedupe(lits []sat.Lit) (_ []sat.Lit, tautology bool) {
	out := lits[:0]
	for _, l := range lits {
		if c.marks[l] {
			continue
		}
		tautology = tautology || c.marks[l.Not()]
		c.marks[l] = true
		out = append(out, l)
	}
	for _, l := range out {
		c.marks[l] = false
	}
	return out, tautology
}

// hash does not depend on the order.
func hash(lits []sat.Lit) uint64 {
	h := uint64(len(lits))
	for _, l := range lits {
		x := uint64(l) * 0x9e3779b97f4a7c15
		x ^= x >> 29
		h += x * 0xbf58476d1ce4e5b9
	}
	return h
}

// store makes a clause of renamed literals without repetitions.
func (c *Checker) store(lits []sat.Lit, tautology bool) id {
	k := id(len(c.clauses))
	h := hash(lits)
	next, ok := c.table[h]
	if !ok {
		next = none
	}
	c.clauses = append(c.clauses, clause{start: len(c.lits), size: int32(len(lits)), next: next, live: true,
		tautology: tautology})
	c.lits = append(c.lits, lits...)
	c.table[h] = k
	return k
}

// take removes a clause with these literals from the table and returns it. held
// says that there are some, but that all of them are reasons of units.
func (c *Checker) take(lits []sat.Lit) (found id, held bool) {
	for _, l := range lits {
		c.marks[l] = true
	}
	h := hash(lits)
	k, ok := c.table[h]
	if !ok {
		k = none
	}
	found = none
	for prev := none; k != none; prev, k = k, c.clauses[k].next {
		if !c.same(k, len(lits)) {
			continue
		}
		if c.isReason(k) {
			held = true
			continue
		}
		found = k
		switch next := c.clauses[k].next; {
		case prev != none:
			c.clauses[prev].next = next
		case next != none:
			c.table[h] = next
		default:
			delete(c.table, h)
		}
		break
	}
	for _, l := range lits {
		c.marks[l] = false
	}
	return found, held
}

// same compares a clause with n marked literals.
func (c *Checker) same(k id, n int) bool {
	if int(c.clauses[k].size) != n {
		return false
	}
	for _, l := range c.literals(k) {
		if !c.marks[l] {
			return false
		}
	}
	return true
}

func (c *Checker) isReason(k id) bool {
	for _, l := range c.literals(k) {
		if c.vals[l] > 0 && c.vars[l.Var()].reason == k {
			return true
		}
	}
	return false
}
