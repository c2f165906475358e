package races

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// A word is a place in an object of which there is one. If mod is not 0 it is one of many: at an offset that
// is congruent to off modulo mod, which is at least size, so that two of them are the same or apart. at is its
// address then, over registers of the thread; without it the word stands for all of them.
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

// holding is what is known of a thread at a location, on the paths on which it holds the same locks.
type holding struct {
	held words
	// lost are the families of words that it may hold, and that are not known any more.
	lost words
	// depth is how many atomic sections are open, at least.
	depth int
	// regs are the registers whose values are constants there.
	regs map[cfa.RegID]term.Term
	// sums are the addresses, over other registers, that registers hold.
	sums map[cfa.RegID]term.Term
	// In a section, loaded has the registers that hold the content of a word, and zero are the words whose
	// content is zero.
	loaded map[cfa.RegID]word
	zero   words
}

// key names the locks that are held.
func (h *holding) key() string {
	var b strings.Builder
	for _, list := range [...]words{h.held, h.lost} {
		for _, w := range list {
			fmt.Fprintf(&b, "%d+%d:%d/%d@%d ", w.obj, w.off, w.size, w.mod, w.at)
		}
		b.WriteByte(';')
	}
	return b.String()
}

func (h *holding) clone() *holding {
	c := *h
	c.regs, c.sums, c.loaded = maps.Clone(h.regs), maps.Clone(h.sums), maps.Clone(h.loaded)
	return &c
}

// lose notes of words that they may be held, but are not known any more; exact ones are just dropped if they
// are overwritten.
func (h *holding) lose(which func(word) bool, overwritten bool) {
	for _, w := range h.held {
		if which(w) && !(w.exact() && overwritten) {
			h.lost = h.lost.with(w.family())
		}
	}
	h.held = h.held.keep(func(w word) bool { return !which(w) })
}

// outside forgets what is known in sections only.
func (h *holding) outside() {
	clear(h.loaded)
	h.zero = nil
}

// narrow forgets what is not known in o, and reports whether that is anything. The two hold the same locks.
func (h *holding) narrow(o *holding) (changed bool) {
	for r, t := range h.regs {
		if o.regs[r] != t {
			delete(h.regs, r)
			changed = true
		}
	}
	for r, t := range h.sums {
		if o.sums[r] != t {
			delete(h.sums, r)
			changed = true
		}
	}
	for r, w := range h.loaded {
		if v, ok := o.loaded[r]; !ok || v != w {
			delete(h.loaded, r)
			changed = true
		}
	}
	zero := h.zero.keep(o.zero.has)
	changed = changed || len(zero) < len(h.zero) || o.depth < h.depth
	h.zero, h.depth = zero, min(h.depth, o.depth)
	return changed
}
