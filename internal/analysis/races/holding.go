package races

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// A word is a place in an object of which there is one.
type word struct {
	obj  pointsto.ObjID
	off  int64
	size uint64
}

func (w word) compare(v word) int {
	return cmp.Or(cmp.Compare(w.obj, v.obj), cmp.Compare(w.off, v.off), cmp.Compare(w.size, v.size))
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
	// depth is how many atomic sections are open, at least.
	depth int
	// regs are the registers whose values are constants there.
	regs map[cfa.RegID]term.Term
	// In a section, loaded has the registers that hold the content of a word, and zero are the words whose
	// content is zero.
	loaded map[cfa.RegID]word
	zero   words
}

// key names the locks that are held.
func (h *holding) key() string {
	var b strings.Builder
	for _, w := range h.held {
		fmt.Fprintf(&b, "%d+%d:%d ", w.obj, w.off, w.size)
	}
	return b.String()
}

func (h *holding) clone() *holding {
	c := *h
	c.regs, c.loaded = maps.Clone(h.regs), maps.Clone(h.loaded)
	return &c
}

// forget is for a register that gets a value that is not known.
func (h *holding) forget(r cfa.RegID) {
	delete(h.regs, r)
	delete(h.loaded, r)
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
