package oracle

import (
	"crypto/sha256"
	"encoding/binary"

	"whittle.dev/sat"
)

// Key names a choice in all processes that explore the same program: it depends on the steps of its name
// alone. Two choices have the same one as seldom as two texts have the same digest.
type Key [2]int64

// part is the part of a space to which an exploration is restricted: the oracles that agree with decisions.
// What was learnt of executions does not depend on it, and each oracle agrees with one of two opposite
// decisions, also if its execution does not make the choice. So when each part is explored, all is.
type part struct {
	tree    *Tree
	decided map[Key]bool
	keys    []Key // of names so far
	waiting []sat.Lit
	of      map[sat.Var]bool // decided
}

// Restrict keeps the oracles that make a choice so. It may be one that no execution has made yet.
func (s *Space) Restrict(t *Tree, k Key, outcome bool) {
	p := &s.part
	if p.decided == nil {
		p.tree, p.decided, p.of = t, map[Key]bool{}, map[sat.Var]bool{}
	}
	p.decided[k] = outcome
	for n, v := range s.vars {
		if v != 0 && p.key(Name(n)) == k {
			p.require(v, outcome)
		}
	}
}

// meet looks at a choice that is met for the first time.
func (p *part) meet(n Name, v sat.Var) {
	if p.decided == nil {
		return
	}
	if outcome, ok := p.decided[p.key(n)]; ok {
		p.require(v, outcome)
	}
}

func (p *part) require(v sat.Var, outcome bool) {
	l := v.Pos()
	if !outcome {
		l = v.Neg()
	}
	p.of[v] = true
	p.waiting = append(p.waiting, l)
}

// take returns what the solver has not been told yet.
func (p *part) take() []sat.Lit {
	list := p.waiting
	p.waiting = nil
	return list
}

// key is that of a name. Those above have smaller numbers.
func (p *part) key(n Name) Key {
	for len(p.keys) <= int(n) {
		p.keys = append(p.keys, p.tree.key(Name(len(p.keys)), p.keys))
	}
	return p.keys[n]
}

// key is that of a name, given those of all names with smaller numbers.
func (t *Tree) key(n Name, known []Key) Key {
	if n == Root {
		return Key{}
	}
	s := t.steps[n]
	var text [32]byte
	above := known[s.above]
	for i, x := range [...]uint64{uint64(above[0]), uint64(above[1]), uint64(s.edge), s.value} {
		binary.LittleEndian.PutUint64(text[8*i:], x)
	}
	h := sha256.Sum256(text[:])
	return Key{int64(binary.LittleEndian.Uint64(h[:])), int64(binary.LittleEndian.Uint64(h[8:]))}
}

// Cut proposes a choice of the execution before by which what is left can be told in two: the first one of
// which the other outcome was not excluded, and is not decided; outcome is that of the execution.
func (s *Space) Cut(t *Tree) (k Key, outcome, ok bool) {
	if s.part.decided == nil {
		s.part.tree, s.part.decided, s.part.of = t, map[Key]bool{}, map[sat.Var]bool{}
	}
	for i, l := range s.path.choices {
		if s.path.kept[i] == nil && !s.part.of[l.Var()] && s.solver.Fixed(l) == sat.Undef {
			return s.part.key(s.Choice(l)), !l.Negated(), true
		}
	}
	return Key{}, false, false
}
