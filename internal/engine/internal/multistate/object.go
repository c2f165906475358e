package multistate

import (
	"sort"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
	"whittle.dev/term"
)

// object is one object of memory. Its content is a list of cells, ascending
// and without overlaps; what no cell covers is zero, or undefined.
type object struct {
	addr, size uint64
	kind       cfa.AllocKind // of an object that was made
	static     int32         // index in cfa.Program.Objects, or -1
	abstract   int32         // in the points-to analysis, or -1
	function   cfa.ProcID    // of a function, NoProc otherwise
	zero       bool          // what no cell covers is zero
	live       bool
	readOnly   bool
	cells      []cell
	key        trace.Key // of the Alloc, while a trace is made
	gen        uint64    // the state that may change the object in place
}

// cell is a stretch of content: the bytes from offset off on, little-endian.
type cell struct {
	off uint64
	val term.Term
}

func (x *Stepper) cellEnd(c cell) uint64 { return c.off + uint64(x.s.Sort(c.val).Width()/8) }

// at returns the index of the first cell that ends behind off.
func (x *Stepper) at(o *object, off uint64) int {
	return sort.Search(len(o.cells), func(i int) bool { return x.cellEnd(o.cells[i]) > off })
}

// read returns n bytes of a live object. Undefined bytes get a value that is
// not known but stays.
func (x *Stepper) read(st *State, region uint64, off, n uint64) term.Term {
	o := x.region(st, region)
	i := x.at(o, off)
	if i < len(o.cells) && o.cells[i].off == off && x.s.Sort(o.cells[i].val).Width() == int(8*n) {
		return o.cells[i].val
	}
	var pieces []term.Term // from the lowest byte up
	for pos := off; pos < off+n; {
		if i < len(o.cells) && o.cells[i].off <= pos {
			c := o.cells[i]
			end := min(x.cellEnd(c), off+n)
			pieces = append(pieces, x.s.Extract(int(8*(end-c.off))-1, int(8*(pos-c.off)), c.val))
			pos = end
			i++
			continue
		}
		end := off + n
		if i < len(o.cells) {
			end = min(end, o.cells[i].off)
		}
		v := x.s.BV(int(8*(end-pos)), 0)
		if !o.zero {
			v = x.fresh(st, term.BitVec(int(8*(end-pos))))
			x.rec.undefined(o, pos, v)
			x.write(st, region, pos, v)
			o = x.region(st, region)
			i = x.at(o, end)
		}
		pieces = append(pieces, v)
		pos = end
	}
	v := pieces[0]
	for _, p := range pieces[1:] {
		v = x.s.Concat(p, v)
	}
	return v
}

// write changes the content of a live object from offset off on.
func (x *Stepper) write(st *State, region uint64, off uint64, v term.Term) {
	o := x.own(st, region)
	end := off + uint64(x.s.Sort(v).Width()/8)
	i := x.at(o, off)
	if i < len(o.cells) && o.cells[i].off == off && x.cellEnd(o.cells[i]) == end &&
		!(o.zero && isZero(x.s, v)) {
		o.cells[i].val = v
		return
	}
	// Cells i to j give way; their rests on both sides stay.
	var put [3]cell
	n := 0
	j := i
	for ; j < len(o.cells) && o.cells[j].off < end; j++ {
		if c := o.cells[j]; c.off < off {
			put[n] = cell{c.off, x.s.Extract(int(8*(off-c.off))-1, 0, c.val)}
			n++
		}
	}
	if !(o.zero && isZero(x.s, v)) {
		put[n] = cell{off, v}
		n++
	}
	if j > i {
		if c := o.cells[j-1]; x.cellEnd(c) > end {
			put[n] = cell{end, x.s.Extract(x.s.Sort(c.val).Width()-1, int(8*(end-c.off)), c.val)}
			n++
		}
	}
	rest := append([]cell(nil), o.cells[j:]...)
	o.cells = append(append(o.cells[:i], put[:n]...), rest...)
}
