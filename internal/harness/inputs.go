package harness

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
)

// choices collects the inputs of the trace.
func (p *plan) choices() error {
	for i := range p.tr.Steps {
		s := &p.tr.Steps[i]
		if op, ok := p.ops[s.Origin].Op.(cfa.Alloc); ok && op.From != "" {
			return p.refuse(s, "the object that %s returns cannot be given to the program", op.From)
		}
		if s.Kind != trace.KindInput || s.Value == nil {
			continue
		}
		site := p.site(s)
		if site < 0 && s.Depth == 0 && s.Thread == 0 && len(p.args) < p.src.EntryParams() {
			p.args = append(p.args, fmt.Sprintf("%#x", s.Value.Bits))
			continue
		}
		if site >= 0 && p.number[site] != 0 {
			if in := p.src.Sites()[site]; in.Pointer && !in.Unset && s.Value.Bits != 0 {
				return p.refuse(s,
					"the input %s is an address, which is another one in a program built by gcc", in.Text)
			}
			in := input{s.Thread, p.number[site], s.Value.Bits, s.Value.High}
			if p.src.Sites()[site].Bool {
				in.lo, in.hi = in.lo&1, 0
			}
			p.inputs = append(p.inputs, in)
			continue
		}
		if op, ok := p.ops[s.Origin].Op.(cfa.Havoc); ok && !op.Unset && s.Value.Bits|s.Value.High != 0 {
			return p.refuse(s, "the input %s cannot be given to the program", op.What)
		}
	}
	for _, b := range p.initialBytes() {
		b.site = p.number[b.site]
		p.bytes = append(p.bytes, b)
	}
	return nil
}

// initialBytes lists the bytes that are read before they are written, with the sites of their objects.
func (p *plan) initialBytes() []content {
	type object struct {
		content
		addr uint64
	}
	var objects []object // of the steps so far
	times := map[[2]int]int{}
	var out []content
	known := map[content]bool{} // without the value
	for i := range p.tr.Steps {
		s := &p.tr.Steps[i]
		if s.Kind == trace.KindAlloc {
			if site := p.site(s); site >= 0 {
				k := [2]int{s.Thread, site}
				objects = append(objects, object{content{thread: s.Thread, site: site, times: times[k]},
					s.Addr})
				times[k]++
			}
			continue
		}
		if s.Kind != trace.KindLoad || s.Value == nil || !readsInitial(s) {
			continue
		}
		region := uint64(1) << p.src.Program().OffsetBits
		for j := len(objects) - 1; j >= 0; j-- {
			o := objects[j]
			if s.Addr < o.addr || s.Addr/region != o.addr/region {
				continue
			}
			for b := range uint64(s.Value.Width / 8) {
				v := s.Value.Bits
				if b >= 8 {
					v = s.Value.High
				}
				c := o.content
				c.offset = s.Addr - o.addr + b
				if !known[c] {
					known[c] = true
					c.value = byte(v >> (b % 8 * 8))
					out = append(out, c)
				}
			}
			break
		}
	}
	return out
}

func readsInitial(s *trace.Step) bool {
	for _, in := range s.Inputs {
		if in.Kind == trace.InitByte {
			return true
		}
	}
	return false
}

// reuse says that an object of the heap has the address of others, which are at the same place then.
type reuse struct {
	thread, nth int // the nth of its thread
	place       int
	size        uint64 // of the largest of them
}

// reuses lists the objects whose address another one has as well.
func (p *plan) reuses() (out []reuse) {
	byAddr := map[uint64][]reuse{}
	var addrs []uint64 // those that several objects have
	made := map[int]int{}
	for i := range p.tr.Steps {
		s := &p.tr.Steps[i]
		op, ok := p.ops[s.Origin].Op.(cfa.Alloc)
		if !ok || !op.Kind.IsHeap() || op.Given || s.Kind != trace.KindAlloc {
			continue
		}
		if len(byAddr[s.Addr]) == 1 {
			addrs = append(addrs, s.Addr)
		}
		byAddr[s.Addr] = append(byAddr[s.Addr], reuse{thread: s.Thread, nth: made[s.Thread],
			size: s.Value.Bits})
		made[s.Thread]++
	}
	for place, a := range addrs {
		size := uint64(1)
		for _, r := range byAddr[a] {
			size = max(size, r.size)
		}
		for _, r := range byAddr[a] {
			r.place, r.size = place, size
			out = append(out, r)
		}
	}
	return out
}
