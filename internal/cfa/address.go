package cfa

import "whittle.dev/term"

// The address space is cut into regions of 2^OffsetBits bytes. The first and the last are never used, so
// null, small integers, and null with the offset of a member subtracted are no addresses. An object starts a
// quarter into its region and is at most half a region long: pointers that a computation moves a little
// outside of their object, or that a constant folder has moved, still lie in the object's region.

// RegionOf returns the number of the region that an address lies in.
func (p *Program) RegionOf(addr uint64) uint64 { return addr >> p.OffsetBits }

// RegionStart returns the address of an object that is alone in region r.
func (p *Program) RegionStart(r uint64) uint64 {
	return r<<p.OffsetBits | 1<<(p.OffsetBits-2)
}

// MaxObject is the size in bytes of the largest object a region can hold.
func (p *Program) MaxObject() uint64 { return 1 << (p.OffsetBits - 1) }

// Regions returns how many regions the address space has.
func (p *Program) Regions() uint64 { return 1 << (p.PtrWidth - p.OffsetBits) }

// Nowhere reports whether no object is in the region that an address lies in, whatever the program does: the
// first, where small numbers are, or the last, where small negative ones are.
func (p *Program) Nowhere(addr uint64) bool {
	r := p.RegionOf(addr) & (p.Regions() - 1)
	return r == 0 || r == p.Regions()-1
}

// StaticPlace returns the static object, no function, in which size bytes at an address lie; nil: the
// address is not constant, or they lie in none.
func (p *Program) StaticPlace(addr term.Term, size uint64) *Object {
	at, ok := p.Terms.ConstUint64(addr)
	if !ok {
		return nil
	}
	for _, o := range p.Objects {
		if o.Kind != Func && at >= o.Addr && size <= o.Size && at-o.Addr <= o.Size-size {
			return o
		}
	}
	return nil
}
