package eventfacts

import (
	"slices"

	"whittle.dev/internal/engine/internal/box"
	"whittle.dev/term"
)

// A counter bounds a place that is counted up and down. Some of the writes to
// the place write a sum of what their thread has read from the place before, and a
// number; call these links. The others are bases, and so is the initial content.
//
// In an execution, follow how the value that a read R gets came about: R reads from a write; if that is a
// link, go on with the read of the link, which is before it in its thread; and so on, until a base is
// reached. Each step goes to an earlier event, so this chain meets no read and no write twice, and all of
// them are before R. So the value is that of a base plus the numbers of pairwise different links with
// pairwise different reads that are not surely after R, modulo the width: at most the greatest base plus the
// sum of the positive numbers of all such links, and at least the least base plus the negative ones. Of the
// links with one read (a section that increments twice) only the greatest counts. Where the sums leave the
// range of the width nothing is known.
//
// A link may have a bound of its own: what its guard says of its read. It can then end the chain as well as a
// base, which helps on the other side: a thread that takes from a counter only if there is something on it
// never gets it below zero. Where base and all links together stay in the range of the width, each value of
// the chain is the exact sum, so that the bounds of both ways hold together.
//
// A write is a link only if its read takes place whenever it does: then it does not
// matter which values are chosen for reads that do not take place (see Values). What
// a link adds may be any term, of the interval that it has.
//
// The places are those of a constant address. Every write that a read of the place
// may see is a link or a base, also the writes at unknown addresses.
type counter struct {
	place  place
	reads  []int
	groups []linkGroup
	link   map[int]int // writes that are links: their group
	seen   map[int]bool
	writes []int
	// init is the hull of the initial content, if a read can see that.
	init box.Box
}

// place is a constant address and a size in bytes.
type place struct {
	addr uint64
	size int
}

// linkGroup are links of which at most one counts.
type linkGroup struct{ links []link }

// link is a write of a read and a number. The number is one of several terms, when the write is a choice.
type link struct {
	write   int
	numbers []addend
	lo, hi  int64 // of all numbers, as of now; hi >= lo
	never   bool  // not possible, as of now
	wide    bool  // too wide to count, as of now
}

// addend is the interval of a term, which may be negated.
type addend struct {
	t   term.Term
	neg bool
}

const (
	// maxChoices bounds the cases of one written value.
	maxChoices = 32
	// maxNumber bounds what a link adds.
	maxNumber = 1 << 40
)

// findCounters finds the places that have links.
func (v *Values) findCounters() error {
	var list []*counter
	for i, r := range v.reads {
		c := r.c
		if !c.Fixed || 8*c.Size > 64 || v.whole[c.Event.Value] {
			continue
		}
		key := place{c.Place, c.Size}
		n, ok := v.places[key]
		if !ok {
			n = len(list)
			v.places[key] = n
			list = append(list, &counter{place: key, link: map[int]int{}, seen: map[int]bool{},
				init: box.Nothing()})
		}
		ctr := list[n]
		ctr.reads = append(ctr.reads, i)
		ctr.init = ctr.init.Hull(r.initial)
		for _, w := range r.sources {
			if !ctr.seen[w] {
				ctr.seen[w] = true
				ctr.writes = append(ctr.writes, w)
			}
		}
	}
	for _, ctr := range list {
		if err := v.meter.Tick(len(ctr.writes)); err != nil {
			return err
		}
		slices.Sort(ctr.writes)
		byRead := map[int]int{}
		for _, w := range ctr.writes {
			reads, numbers, ok := v.asLink(ctr, v.writes[w].c)
			if !ok {
				continue
			}
			g := len(ctr.groups)
			if len(reads) == 1 {
				if old, ok := byRead[reads[0]]; ok {
					g = old
				} else {
					byRead[reads[0]] = g
				}
			}
			if g == len(ctr.groups) {
				ctr.groups = append(ctr.groups, linkGroup{})
			}
			ctr.groups[g].links = append(ctr.groups[g].links, link{write: w, numbers: numbers})
			ctr.link[w] = g
		}
		if len(ctr.groups) == 0 {
			continue
		}
		for _, r := range ctr.reads {
			v.reads[r].counter = len(v.counters)
		}
		v.counters = append(v.counters, ctr)
	}
	return nil
}

// asLink splits the value of a write into choices of the form read plus
// number. A choice without a read is none, so the write is a base.
func (v *Values) asLink(ctr *counter, w *Cell) (reads []int, numbers []addend, ok bool) {
	s := v.g.Terms
	if w.Event.Size != w.Size {
		return nil, nil, false
	}
	stack := []term.Term{w.Value}
	seen := map[term.Term]bool{}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[t] {
			continue
		}
		seen[t] = true
		if len(seen) > maxChoices {
			return nil, nil, false
		}
		var of []addend
		read := -1
		take := func(x, y term.Term, neg bool) {
			if i, ok := v.byTerm[x]; ok && read < 0 && v.readBefore(ctr, i, w) {
				read = i
				if y != term.None {
					of = []addend{{y, neg}}
				} else {
					of = []addend{{s.BV(8*w.Size, 0), false}}
				}
			}
		}
		switch s.Op(t) {
		case term.OpIte:
			stack = append(stack, s.Arg(t, 1), s.Arg(t, 2))
			continue
		case term.OpSymbol:
			take(t, term.None, false)
		case term.OpBVAdd:
			if s.NumArgs(t) == 2 {
				take(s.Arg(t, 0), s.Arg(t, 1), false)
				take(s.Arg(t, 1), s.Arg(t, 0), false)
			}
		case term.OpBVSub:
			take(s.Arg(t, 0), s.Arg(t, 1), true)
		}
		if read < 0 {
			return nil, nil, false
		}
		if !slices.Contains(reads, read) {
			reads = append(reads, read)
		}
		numbers = append(numbers, of...)
	}
	return reads, numbers, len(reads) > 0
}

// readBefore reports whether a read is of the place of a counter and takes place
// before a write of its thread whenever the write does.
func (v *Values) readBefore(ctr *counter, read int, w *Cell) bool {
	c := v.reads[read].c
	return c.Fixed && c.Place == ctr.place.addr && c.Size == ctr.place.size && c.Event.Size == c.Size &&
		c.Event.Thread == w.Event.Thread && v.order.Before(c.Event, w.Event) &&
		v.g.Guards.Implies(w.Event.Guard, c.Event.Guard)
}

// evaluateCounter computes what the links add from the present intervals.
func (v *Values) evaluateCounter(ctr *counter) {
	w := 8 * ctr.place.size
	for i := range ctr.groups {
		for j := range ctr.groups[i].links {
			l := &ctr.groups[i].links[j]
			l.never, l.wide = true, false
			if !v.writes[l.write].possible {
				continue
			}
			sum := box.Nothing()
			for _, n := range l.numbers {
				x := v.eval.of(n.t)
				if n.neg {
					x = x.Neg(w)
				}
				sum = sum.Hull(x)
			}
			if sum.Empty {
				continue
			}
			l.never, l.lo, l.hi = false, sum.Min, sum.Max
			l.wide = sum.Min < -maxNumber || sum.Max > maxNumber
		}
	}
}

// bound is the interval of the values that a read of a counter can have.
func (v *Values) bound(r *readValue) box.Box {
	ctr := v.counters[r.counter]
	w := 8 * r.c.Size
	near := v.nearWrites(r)
	base := ctr.base(v, near)
	if base.Empty {
		return box.Nothing()
	}
	lo, hi, ok := ctr.sums(near)
	if !ok {
		return box.Full(w)
	}
	out := box.Full(w)
	a, ok1 := box.AddSigned(w, base.Min, lo)
	b, ok2 := box.AddSigned(w, base.Max, hi)
	if ok1 && ok2 {
		low, high := ctr.stopped(v, near, w, base)
		out.Min, out.Max = max(a, low), min(b, high)
	}
	if base.Low >= uint64(-lo) && uint64(hi) <= box.Mask(w) && base.High <= box.Mask(w)-uint64(hi) {
		out.Low, out.High = base.Low-uint64(-lo), base.High+uint64(hi)
	}
	return out.Reduce(w)
}

// bitset is a set of indices.
type bitset []uint64

func (b bitset) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }

// nearWrites are the writes near a read, by index.
func (v *Values) nearWrites(r *readValue) bitset {
	if r.nearWrites == nil {
		r.nearWrites = make(bitset, len(v.writes)/64+1)
		for _, w := range r.near {
			if i, ok := v.byCell[w]; ok {
				r.nearWrites[i/64] |= 1 << (i % 64)
			}
		}
		r.near = nil
	}
	return r.nearWrites
}

// base is the hull of the bases among some writes, and of the initial content.
func (ctr *counter) base(v *Values, near bitset) box.Box {
	base := ctr.init
	for _, i := range ctr.writes {
		if _, link := ctr.link[i]; !link && near.has(i) && v.writes[i].possible {
			base = base.Hull(v.writes[i].value)
		}
	}
	return base
}

// sums adds the negative and the positive numbers of the links among some writes.
func (ctr *counter) sums(near bitset) (lo, hi int64, ok bool) {
	for _, g := range ctr.groups {
		var down, up int64
		for _, l := range g.links {
			if l.never || !near.has(l.write) {
				continue
			}
			if l.wide {
				return 0, 0, false
			}
			down, up = min(down, l.lo), max(up, l.hi)
		}
		lo, hi = lo+down, hi+up
		if lo < -maxNumber || hi > maxNumber {
			return 0, 0, false
		}
	}
	return lo, hi, true
}

// stopped is the bound where chains end at the links that have bounds of their own.
func (ctr *counter) stopped(v *Values, near bitset, w int, base box.Box) (low, high int64) {
	low, high = base.Min, base.Max
	var down, up int64
	for _, g := range ctr.groups {
		var d, u int64
		for _, l := range g.links {
			if l.never || !near.has(l.write) {
				continue
			}
			x := v.writes[l.write].alone
			if x.Min > box.MinSigned(w) {
				low = min(low, x.Min)
			} else {
				d = min(d, l.lo)
			}
			if x.Max < box.MaxSigned(w) {
				high = max(high, x.Max)
			} else {
				u = max(u, l.hi)
			}
		}
		down, up = down+d, up+u
	}
	a, ok := box.AddSigned(w, low, down)
	if !ok {
		a = box.MinSigned(w)
	}
	b, ok := box.AddSigned(w, high, up)
	if !ok {
		b = box.MaxSigned(w)
	}
	return a, b
}
