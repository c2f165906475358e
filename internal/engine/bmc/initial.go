package bmc

import (
	"fmt"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// maxTable is the largest number of cells of initial content that are spelled
// out for a read at an unknown address.
const maxTable = 4096

// initialValue is the initial content of the place of a cell.
func (e *encoder) initialValue(c *cell) (term.Term, error) {
	if c.isConst {
		return e.initialAt(c.konst, c.size), nil
	}
	regions := c.regions
	if c.all {
		regions = e.shapes.allRegions()
	}
	zero := e.s.BV(8*c.size, 0)
	out := zero
	if c.event.Life {
		return zero, nil
	}
	w, bits := e.g.Program.PtrWidth, e.g.Program.OffsetBits
	at := e.cuts.acc[c.event.ID].at
	for _, r := range regions {
		size, content := e.extent(r)
		if content == zeroContent {
			continue
		}
		base := e.g.Program.RegionStart(r)
		if content == undefinedContent && size/uint64(c.size) > maxUndefined {
			region := e.s.Extract(w-1, bits, c.addr)
			out = e.s.Ite(e.s.Eq(region, e.s.BV(w-bits, r)), e.undefinedArray(r, c.size, c.addr), out)
			continue
		}
		// Only places that the address can be.
		m := mask(min(at.known, 32))
		first := base + (at.low+uint64(c.index*c.size)-base)&m
		for a, n := first, 0; a+uint64(c.size) <= base+size; a += m + 1 {
			v := e.initialAt(a, c.size)
			if v == zero {
				continue
			}
			if n++; n > maxTable {
				return term.None, fmt.Errorf("an initialised table of more than %d entries is read at an "+
					"unknown index", maxTable)
			}
			out = e.s.Ite(e.s.Eq(c.addr, e.s.BV(w, a)), v, out)
		}
	}
	return out, nil
}

// maxUndefined is the largest number of cells of an undefined object that have
// a symbol each.
const maxUndefined = 128

type contentKind uint8

const (
	zeroContent contentKind = iota
	knownContent
	undefinedContent
)

// extent is the size of an object and the kind of its initial content.
func (e *encoder) extent(region uint64) (uint64, contentKind) {
	if o := e.g.StaticObject(region); o != nil {
		switch {
		case o.Undefined:
			return o.Size, undefinedContent
		case len(o.Init) == 0 || o.Kind == cfa.Func:
			return o.Size, zeroContent
		}
		return o.Size, knownContent
	}
	if o := e.g.DynamicObject(region); o != nil && !o.Op.Zero {
		if n, ok := e.s.ConstUint64(o.Size); ok {
			return n, undefinedContent
		}
		return 1 << 62, undefinedContent
	}
	return 0, zeroContent
}

// initialAt is the initial content of size bytes at a constant address.
func (e *encoder) initialAt(addr uint64, size int) term.Term {
	region := e.g.Program.RegionOf(addr)
	if e.g.IsLife(addr) {
		return e.s.BV(8*size, 0)
	}
	if o := e.g.StaticObject(region); o != nil && !o.Undefined {
		return e.g.InitialContent(o, addr, size)
	}
	if o := e.g.DynamicObject(region); o != nil && o.Op.Zero {
		return e.s.BV(8*size, 0)
	}
	return e.initialSymbol(addr, size)
}

// initialSymbol stands for undefined initial content.
func (e *encoder) initialSymbol(addr uint64, size int) term.Term {
	region := e.g.Program.RegionOf(addr)
	if n, _ := e.extent(region); n/uint64(size) > maxUndefined {
		return e.undefinedArray(region, size, e.s.BV(e.g.Program.PtrWidth, addr))
	}
	u := undefinedPlace{addr, size}
	if _, ok := e.undefined[u]; !ok {
		e.undefined[u] = e.s.Symbol(fmt.Sprintf("init!%x!%d", addr, size), term.BitVec(8*size))
	}
	return e.undefined[u]
}

// undefinedArray is the undefined initial content at an address in a large
// object, or one whose size is a term: an element of an array that stands for
// all cells of that size.
func (e *encoder) undefinedArray(region uint64, size int, addr term.Term) term.Term {
	sort := e.s.ArraySort(term.BitVec(e.g.Program.PtrWidth), term.BitVec(8*size))
	v := e.s.Select(e.s.Symbol(fmt.Sprintf("init!%x!%d[]", region, size), sort), addr)
	e.undefinedReads = append(e.undefinedReads, undefinedRead{addr: addr, value: v, region: region,
		size: size})
	return v
}

// undefinedRead is a read of undefined initial content at an address that may
// be unknown.
type undefinedRead struct {
	addr, value term.Term
	region      uint64
	size        int
}

// undefinedPlace is a place of undefined initial content that was read.
type undefinedPlace struct {
	addr uint64
	size int
}
