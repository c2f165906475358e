package schedule

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/trace"
)

// A lock that is taken cannot be taken again: the section that awaits it ends nowhere with the value of a
// taken lock, and an execution that shows as much is wasted. So a copy of the machine is kept from where a
// thread first comes to such a section in a history, and the section tried there with each other value.

// probe is a machine in which a thread comes to a section that waits for something.
type probe struct {
	machine *interp.Machine
	thread  int
}

// mostProbes is how many copies of machines are kept.
const mostProbes = 1000

// keep keeps a copy of the machine if the next edge of the thread begins a section that waits for something,
// about whose reads nothing is known.
func (r *run) keep(t int, p *position) {
	n := p.cur
	if n.next != unknown || n.probe != nil || r.x.probes >= mostProbes {
		return
	}
	if e := r.machine.Next(t); e != nil && r.x.waits[e.ID] {
		n.probe = &probe{r.machine.Clone(interp.Zero{}), t}
		r.x.probes++
	}
}

// impossible reports whether it is certain that a section cannot be executed if a read of it returns a value.
func (x *explorer) impossible(n *node, v value) bool {
	if n.loc.kind != memory {
		return false
	}
	read := map[*location]value{n.loc: v}
	for n.inside && n.parent != nil {
		if n.parent.next != reads || n.parent.loc.kind != memory {
			return false
		}
		read[n.parent.loc] = n.value
		n = n.parent
	}
	if n.probe == nil {
		return false
	}
	d := &unasked{}
	m := n.probe.machine.Clone(d)
	known := map[uint64]bool{}
	for l, v := range read {
		m.Poke(l.addr, l.size, v[0], v[1])
		for i := range l.size {
			known[l.addr+uint64(i)] = true
		}
	}
	m.Watch(func(a interp.Access) {
		for b := a.Addr; b < a.Addr+a.Size; b++ {
			d.asked = d.asked || !a.Write && !known[b]
			known[b] = true
		}
	})
	return waitsFor(m, n.probe.thread) && !d.asked
}

// waitsFor reports whether a thread cannot make a visible step because a condition is false: the end of
// another thread, of which a copy of a machine knows nothing, is none.
func waitsFor(m *interp.Machine, t int) bool {
	for {
		if _, joins := m.JoinOf(t); joins {
			return false
		}
		if ev, err := m.Step(t); err != nil || ev > interp.Inside {
			return err == nil && ev == interp.Blocked
		}
	}
}

// unasked is a Decider that notes that it was asked for an input.
type unasked struct {
	interp.Zero
	asked bool
}

// Havoc implements interp.Decider.
func (d *unasked) Havoc(trace.Key, int) (lo, hi uint64) {
	d.asked = true
	return 0, 0
}

// InitByte implements interp.Decider.
func (d *unasked) InitByte(trace.Key, uint64) byte {
	d.asked = true
	return 0
}

// Choose implements interp.Decider.
func (d *unasked) Choose([]trace.Key) int {
	d.asked = true
	return 0
}

// waiting finds the edges that begin sections in which something may be waited for, by EdgeID.
func waiting(p *cfa.Program) []bool {
	out := make([]bool, p.NumEdges)
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			if _, ok := e.Op.(cfa.AtomicBegin); ok {
				out[e.ID] = waitsIn(proc, e.To)
			}
		}
	}
	return out
}

// waitsIn reports whether a condition is waited for between a location in a section and the end of it, or of
// one inside of it. Sections that wait for the end of a thread as well seldom tell, see waitsFor.
func waitsIn(proc *cfa.Proc, from cfa.LocID) bool {
	waits := false
	seen := map[cfa.LocID]bool{from: true}
	for work := []cfa.LocID{from}; len(work) > 0; {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range proc.Locs[l].Out {
			e := proc.Edges[i]
			switch e.Op.(type) {
			case cfa.Await:
				waits = true
			case cfa.Join, cfa.Call:
				return false
			case cfa.AtomicEnd:
				continue
			}
			if !seen[e.To] {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return waits
}
