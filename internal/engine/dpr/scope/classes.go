package scope

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
	"whittle.dev/term"
)

// mostClasses bounds the values that stand for all of an input.
const mostClasses = 16

// Classes finds the inputs of which nothing is read but how they compare with numbers, and for each of them
// values that stand for all: with any other value each comparison comes out as with one of these. An input
// may be copied, and made wider, before it is compared.
func (x *Info) Classes() map[*cfa.Edge][]uint64 {
	out := map[*cfa.Edge][]uint64{}
	reads := make([][]*cfa.Edge, len(x.Prog.Regs))
	for _, proc := range x.Prog.Procs {
		for _, e := range proc.Edges {
			x.Regs.Uses(e.Op, func(r cfa.RegID) { reads[r] = append(reads[r], e) })
		}
	}
	for _, proc := range x.Prog.Procs {
		for _, e := range proc.Edges {
			op, ok := e.Op.(cfa.Havoc)
			if !ok || op.Dst == cfa.NoReg || len(op.From) > 0 {
				continue
			}
			w := x.Prog.Regs[op.Dst].Sort.Width()
			if w == 0 || w > 64 {
				continue
			}
			if c := x.compared(op.Dst, w); c.follow(reads) {
				out[e] = c.starts
			} else if n := c.lowest; n > 0 {
				if c := x.compared(op.Dst, n); c.follow(reads) {
					out[e] = c.starts
				}
			}
		}
	}
	return out
}

// compared is what is known of an input, or of its lowest bits if no more of it is read.
type compared struct {
	*Info
	input cfa.RegID
	width int
	// lowest is how many of the lowest bits a term reads that reads another number of them than width; 0: no
	// term does.
	lowest int
	held   map[cfa.RegID]bool // the registers that may hold it, or it made wider
	// starts are the least values of the ranges in which all comparisons come out the same, ascending. A
	// value that is made wider stays in order within those that are negative and within the others.
	starts []uint64
	seen   map[term.Term]bool // terms that were looked at for a register
}

// compared is what is known of a number of the lowest bits of an input.
func (x *Info) compared(input cfa.RegID, width int) *compared {
	c := &compared{Info: x, input: input, width: width, held: map[cfa.RegID]bool{input: true}}
	c.start(0)
	c.start(1 << (width - 1))
	return c
}

// follow looks at all reads of the registers that may hold the input. It reports whether these are
// comparisons with not too many numbers.
func (c *compared) follow(reads [][]*cfa.Edge) bool {
	for work := []cfa.RegID{c.input}; len(work) > 0; {
		r := work[len(work)-1]
		work = work[:len(work)-1]
		c.seen = map[term.Term]bool{}
		for _, e := range reads[r] {
			if dst, value, ok := step.Computes(e.Op); ok && c.holds(value, r) {
				if !c.held[dst] {
					c.held[dst] = true
					work = append(work, dst)
				}
				continue
			}
			for _, t := range cfa.Terms(e.Op) {
				if !c.compares(t, r) {
					return false
				}
			}
		}
	}
	return len(c.starts) <= mostClasses
}

// start notes the least value of a range.
func (c *compared) start(v uint64) {
	if c.width < 64 {
		v &= 1<<c.width - 1
	}
	if i, ok := slices.BinarySearch(c.starts, v); !ok {
		c.starts = slices.Insert(c.starts, i, v)
	}
}

// holds reports whether a term is the input, made wider perhaps, if a register that may hold it does.
func (c *compared) holds(t term.Term, r cfa.RegID) bool {
	st := c.Prog.Terms
	if t == term.None {
		return false
	}
	for st.Op(t) == term.OpZeroExt || st.Op(t) == term.OpSignExt {
		t = st.Arg(t, 0)
	}
	sym, read := c.Prog.Regs[r].Sym, c.width
	if r == c.input {
		read = st.Sort(c.Prog.Regs[r].Sym).Width()
		if st.Op(t) == term.OpExtract && st.Arg(t, 0) == sym {
			hi, lo := st.Params(t)
			if lo != 0 {
				return false
			}
			t, read = sym, hi+1
			if read != c.width {
				c.lowest = read
			}
		}
	}
	return t == sym && read == c.width
}

// compares reports whether a term reads of a register that may hold the input nothing but how it compares
// with numbers, which it notes.
func (c *compared) compares(t term.Term, r cfa.RegID) bool {
	if t == term.None || c.seen[t] {
		return true
	}
	c.seen[t] = true
	st := c.Prog.Terms
	switch st.Op(t) {
	case term.OpSymbol:
		return t != c.Prog.Regs[r].Sym
	case term.OpEq, term.OpBVUlt, term.OpBVUle, term.OpBVSlt, term.OpBVSle:
		for i := range 2 {
			n, ok := st.ConstUint64(st.Arg(t, 1-i))
			if ok && c.holds(st.Arg(t, i), r) {
				c.start(n)
				c.start(n + 1)
				return len(c.starts) <= mostClasses
			}
		}
	}
	for i := range st.NumArgs(t) {
		if !c.compares(st.Arg(t, i), r) {
			return false
		}
	}
	return true
}
