package interp

import (
	"encoding/binary"
	"slices"
)

// appendState appends the state of the machine in a canonical form: two
// machines with the same text behave alike. It must not be called inside a
// section. Temporaries of frames, registers that are not live (where m.live is
// set), the contents of dead objects, and how often edges were executed are
// not part of a state.
func (m *Machine) appendState(b []byte, only int) []byte {
	b = binary.AppendVarint(b, int64(only))
	for _, t := range m.threads {
		b = binary.AppendUvarint(b, t.id)
		b = appendWords(b, t.regs)
		if t.done {
			b = binary.AppendUvarint(append(b, 0), t.exit)
			continue
		}
		b = binary.AppendUvarint(b, uint64(len(t.frames)))
		for i := range t.frames {
			f := &t.frames[i]
			b = binary.AppendUvarint(b, uint64(f.proc.proc.ID))
			b = binary.AppendUvarint(b, uint64(f.loc))
			if f.call != nil {
				b = binary.AppendUvarint(b, uint64(f.call.ID)) // where it returns to
			}
			words := t.stack[f.base : f.base+f.proc.locals]
			if m.live == nil {
				b = appendWords(b, words)
				continue
			}
			live := m.live.procs[f.proc.proc.ID][f.loc]
			for j, w := range words {
				if live.has(int32(j)) {
					b = binary.AppendUvarint(b, w)
				}
			}
		}
	}
	b = binary.AppendUvarint(append(b, 0xff), m.mem.next)
	if m.mem.next >= m.mem.prog.Regions() {
		b = appendWords(b, m.mem.freed[m.mem.head:])
	}
	for r, o := range m.mem.dense {
		if o == nil || o.readOnly && o.static >= 0 {
			continue
		}
		b = binary.AppendUvarint(b, uint64(r))
		b = m.appendObject(b, o)
	}
	return b
}

func (m *Machine) appendObject(b []byte, o *object) []byte {
	if !o.live {
		return append(b, 0)
	}
	b = binary.AppendUvarint(append(b, 1+byte(o.kind)), o.size)
	if o.size <= bigObject {
		c, _ := m.mem.chunk(o, 0)
		return appendChunk(b, c)
	}
	pages := make([]uint64, 0, len(o.pages))
	for i := range o.pages {
		pages = append(pages, i)
	}
	slices.Sort(pages)
	b = binary.AppendUvarint(b, uint64(len(pages)))
	for _, i := range pages {
		b = appendChunk(binary.AppendUvarint(b, i), o.pages[i])
	}
	return b
}

func appendChunk(b []byte, c chunk) []byte {
	for i, d := range c.data {
		if c.isUndef(uint64(i)) {
			b = append(b, 1, 0)
		} else {
			b = append(b, 0, d)
		}
	}
	return b
}

func appendWords(b []byte, words []uint64) []byte {
	for _, w := range words {
		b = binary.AppendUvarint(b, w)
	}
	return b
}
