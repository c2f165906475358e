package races

import (
	"cmp"
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
	"whittle.dev/term"
)

// A word is a place in an object of which there is one. If mod is not 0 it is one of many: at an offset that
// is congruent to off modulo mod, which is at least size, so that two of them are the same or apart. at is
// its address then, over registers of the thread; without it the word stands for all of them.
type word struct {
	obj  pointsto.ObjID
	off  int64
	mod  uint64
	size uint64
	at   term.Term
}

func (w word) compare(v word) int {
	return cmp.Or(cmp.Compare(w.obj, v.obj), cmp.Compare(w.off, v.off), cmp.Compare(w.mod, v.mod),
		cmp.Compare(w.size, v.size), cmp.Compare(w.at, v.at))
}

// exact reports whether it is known which place it is.
func (w word) exact() bool { return w.mod == 0 }

// family is all words that it may be.
func (w word) family() word {
	w.at = term.None
	return w
}

// offset is where it may be.
func (w word) offset() absint.Congruence { return absint.Congruence{Mod: w.mod, Rem: w.off} }

// alike reports whether two words are the same or apart, and of one family if one of them is of many.
func (w word) alike(v word) bool {
	if w.exact() {
		w, v = v, w
	}
	return !w.exact() && w.obj == v.obj && w.size == v.size &&
		(v.exact() && w.offset().Has(v.off) || v.offset() == w.offset())
}

// words is a set of words, ascending.
type words []word

func (s words) has(w word) bool {
	_, ok := slices.BinarySearchFunc(s, w, word.compare)
	return ok
}

func (s words) with(w word) words {
	i, ok := slices.BinarySearchFunc(s, w, word.compare)
	if ok {
		return s
	}
	return slices.Insert(slices.Clone(s), i, w)
}

// keep is the set of the words for which a condition holds.
func (s words) keep(cond func(word) bool) words {
	return slices.DeleteFunc(slices.Clone(s), func(w word) bool { return !cond(w) })
}

// size is how many bytes a Load or a Store is to.
func (l *locks) size(e *cfa.Edge) uint64 {
	a, _ := step.BytesOf(l.prog, e.Op)
	return a.Size
}

// word is the place of an access, if it is one place of one object.
func (l *locks) word(e *cfa.Edge, addr term.Term, size uint64) (word, bool) {
	at := l.address(e, addr)
	ref, ok := at.Only()
	if !ok {
		return word{}, false
	}
	off, exact := ref.Off.Exact()
	if s, ok := at.spans[ref.Obj]; ok && s.first == s.last {
		off, exact = int64(s.first), true
	}
	if !exact || !l.single(ref.Obj) {
		return word{}, false
	}
	return word{obj: ref.Obj, off: off, size: size}, true
}

// place is the word of an access, be it of many. Its address is told without constants, which are fewer
// where paths meet.
func (l *locks) place(h *holding, e *cfa.Edge, addr term.Term) (word, bool) {
	size := l.size(e)
	if w, ok := l.word(e, addr, size); ok {
		return w, true
	}
	at := l.address(e, addr)
	ref, ok := at.Only()
	if !ok || ref.Off.Mod < size || !l.single(ref.Obj) {
		return word{}, false
	}
	w := word{obj: ref.Obj, off: ref.Off.Rem, mod: ref.Off.Mod, size: size, at: l.substitute(h.sums, addr)}
	return w, true
}

// single reports whether an abstract object is one object.
func (l *locks) single(o pointsto.ObjID) bool {
	x := l.pts.Objects[o]
	return x.Static != nil || l.threads.Once(x.Proc, x.Site)
}
