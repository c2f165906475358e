package ids

import (
	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis/pointsto"
)

// load is what a place in memory may hold.
func (d *follower) load(at pointsto.Value, size uint64) bits {
	b := d.any
	if at.Unknown {
		for o := range d.memory {
			b |= d.read(pointsto.ObjID(o), absint.AnyInt, size)
		}
	}
	for _, r := range at.Refs {
		b |= d.read(r.Obj, r.Off, size)
	}
	return b
}

// read is what a place of an object may hold. An id that was not stored there as a whole is a part of one.
func (d *follower) read(o pointsto.ObjID, off absint.Congruence, size uint64) bits {
	var b bits
	kept := false // all of the place is one where ids are kept
	for _, c := range d.memory[o] {
		if !c.off.Overlaps(c.size, off, size) {
			continue
		}
		got := c.bits
		if got&idWhole != 0 && (c.size != size || !c.off.Apart(off, size)) {
			got = got&^idWhole | idPart
		}
		kept = kept || c.bits&idAny != 0 && c.size == size && c.off.Join(off) == c.off
		b |= got
	}
	return b | d.initial(o, off, size, kept)
}

// initial is what a place of an object may hold from the beginning.
func (d *follower) initial(o pointsto.ObjID, off absint.Congruence, size uint64, kept bool) bits {
	const few = 64
	if a, ok := d.pts.Objects[o].Alloc(); ok {
		if a.Zero || kept {
			return 0
		}
		return idUnset
	}
	s := d.pts.Objects[o].Static
	if s.Undefined || len(s.Init) > few {
		return idOther
	}
	for _, in := range s.Init {
		width := uint64(d.prog.Terms.Sort(in.Value).Width() / 8)
		if off.Overlaps(size, absint.Exactly(int64(in.Offset)), width) && d.of(in.Value) != 0 {
			return idOther
		}
	}
	return 0
}

func (d *follower) store(at pointsto.Value, size uint64, b bits) {
	if b == 0 {
		return
	}
	if at.Unknown {
		whole := b
		if b&idWhole != 0 {
			whole = b&^idWhole | idPart
		}
		d.set(&d.any, whole)
	}
	for _, r := range at.Refs {
		d.write(r.Obj, r.Off, size, b)
	}
}

func (d *follower) write(o pointsto.ObjID, off absint.Congruence, size uint64, b bits) {
	cells := d.memory[o]
	for i := range cells {
		if c := &cells[i]; c.off == off && c.size == size || len(cells) == 1 && c.off == absint.AnyInt &&
			c.size == 1 {
			d.set(&c.bits, b)
			return
		}
	}
	d.changed = true
	if len(cells) < maxCells {
		d.memory[o] = append(cells, cell{off, size, b})
		return
	}
	all := cell{off: absint.AnyInt, size: 1, bits: b}
	for _, c := range cells {
		all.bits |= c.bits
	}
	d.memory[o] = []cell{all}
}
