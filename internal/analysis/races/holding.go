package races

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

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

// exceeds reports whether something is known that is not known in o. The two hold the same locks.
func (h *holding) exceeds(o *holding) bool {
	if len(h.regs) > len(o.regs) || len(h.sums) > len(o.sums) || len(h.loaded) > len(o.loaded) ||
		h.depth > o.depth || slices.ContainsFunc(h.zero, func(w word) bool { return !o.zero.has(w) }) {
		return true
	}
	for r, t := range h.regs {
		if o.regs[r] != t {
			return true
		}
	}
	for r, t := range h.sums {
		if o.sums[r] != t {
			return true
		}
	}
	for r, w := range h.loaded {
		if v, ok := o.loaded[r]; !ok || v != w {
			return true
		}
	}
	return false
}

// narrow forgets what is not known in o.
func (h *holding) narrow(o *holding) {
	maps.DeleteFunc(h.regs, func(r cfa.RegID, t term.Term) bool { return o.regs[r] != t })
	maps.DeleteFunc(h.sums, func(r cfa.RegID, t term.Term) bool { return o.sums[r] != t })
	maps.DeleteFunc(h.loaded, func(r cfa.RegID, w word) bool {
		v, ok := o.loaded[r]
		return !ok || v != w
	})
	h.zero, h.depth = h.zero.keep(o.zero.has), min(h.depth, o.depth)
}
