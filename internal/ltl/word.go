package ltl

// Holds reports whether a formula holds in the word that begins with the letters of stem and then repeats
// those of loop for ever; loop is not empty. Bit i of a letter says whether f.Atoms()[i] holds. No automaton
// is made: each part of the formula gets its value in each letter, what is said of all of the future by
// iteration up to a fixpoint.
func (f *Formula) Holds(stem, loop []uint64) bool {
	w := word{letters: append(append([]uint64(nil), stem...), loop...), back: len(stem), atoms: f.Atoms()}
	return w.values(f)[0]
}

// Failing is the first of the formulas of which f is the conjunction that does not hold, f itself if it is
// none; nil: all hold.
func (f *Formula) Failing(stem, loop []uint64) *Formula {
	w := word{letters: append(append([]uint64(nil), stem...), loop...), back: len(stem), atoms: f.Atoms()}
	return w.failing(f)
}

func (w *word) failing(f *Formula) *Formula {
	if f.Op == And {
		if g := w.failing(f.Left); g != nil {
			return g
		}
		return w.failing(f.Right)
	}
	if w.values(f)[0] {
		return nil
	}
	return f
}

// word is a lasso: after its last letter comes letter back.
type word struct {
	letters []uint64
	back    int
	atoms   []Atom
}

// values has the value of a formula in each letter.
func (w *word) values(f *Formula) []bool {
	out := make([]bool, len(w.letters))
	var l, r []bool
	if f.Left != nil {
		l = w.values(f.Left)
	}
	if f.Right != nil {
		r = w.values(f.Right)
	}
	each := func(value func(i int) bool) []bool {
		for i := range out {
			out[i] = value(i)
		}
		return out
	}
	always := func(int) bool { return true }
	never := func(int) bool { return false }
	at := func(list []bool) func(int) bool { return func(i int) bool { return list[i] } }
	switch f.Op {
	case True:
		return each(always)
	case Proposition:
		for bit, a := range w.atoms {
			if a == f.Atom {
				return each(func(i int) bool { return w.letters[i]>>bit&1 != 0 })
			}
		}
	case Not:
		return each(func(i int) bool { return !l[i] })
	case And:
		return each(func(i int) bool { return l[i] && r[i] })
	case Or:
		return each(func(i int) bool { return l[i] || r[i] })
	case Implies:
		return each(func(i int) bool { return !l[i] || r[i] })
	case Iff:
		return each(func(i int) bool { return l[i] == r[i] })
	case Next:
		return each(func(i int) bool { return l[w.next(i)] })
	case Finally:
		return w.until(always, at(l), false)
	case Globally:
		return w.until(at(l), never, true)
	case Until:
		return w.until(at(l), at(r), false)
	case WeakUntil:
		return w.until(at(l), at(r), true)
	case Release: // r U (l && r), or r for ever
		return w.until(at(r), func(i int) bool { return l[i] && r[i] }, true)
	case StrongRelease:
		return w.until(at(r), func(i int) bool { return l[i] && r[i] }, false)
	}
	return out // False
}

func (w *word) next(i int) int {
	if i+1 < len(w.letters) {
		return i + 1
	}
	return w.back
}

// until has the least solution of x = b || a && X x, or the greatest one.
func (w *word) until(a, b func(int) bool, greatest bool) []bool {
	x := make([]bool, len(w.letters))
	for i := range x {
		x[i] = greatest
	}
	for changed := true; changed; {
		changed = false
		for i := len(x) - 1; i >= 0; i-- {
			if v := b(i) || a(i) && x[w.next(i)]; v != x[i] {
				x[i], changed = v, true
			}
		}
	}
	return x
}
