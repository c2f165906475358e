package interp

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/memory"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
	"whittle.dev/term"
)

// mark sets the distances of the steps of a trace from where the execution has ended.
func (s *slicer) mark(m *Machine, t *trace.Trace) {
	if s == nil || s.full || len(t.Steps) == 0 {
		return
	}
	roots, sources := s.ends(m, t)
	if len(roots) == 0 {
		return
	}
	distance := make([]int, len(s.steps))
	var work []int32
	reach := func(n int32, d int) {
		if n >= 0 && distance[n] == 0 {
			distance[n] = d
			work = append(work, n)
		}
	}
	for _, n := range roots {
		reach(n, 1)
	}
	for len(work) > 0 {
		n := work[0]
		work = work[1:]
		d := distance[n]
		if i := s.steps[n]; i >= 0 {
			if int(i) < len(t.Steps) {
				t.Steps[i].Distance = d
			}
			d++
		}
		for _, dep := range s.of(n) {
			reach(dep, d)
		}
		reach(s.hangs[n], d)
	}
	for i := range t.Steps {
		switch x := &t.Steps[i]; x.Kind {
		case trace.KindViolation, trace.KindUB, trace.KindDeadlock:
			x.Distance = 1
		}
	}
	t.Sliced, t.Sources = true, s.given(m, t, sources)
	t.Synchronisation()
}

// of are the nodes that a node depends on.
func (s *slicer) of(n int32) []int32 {
	end := len(s.deps)
	if int(n)+1 < len(s.first) {
		end = int(s.first[n+1])
	}
	return s.deps[s.first[n]:end]
}

// ends are the nodes that the end of an execution depends on, and those of them that have the values which it
// reads.
func (s *slicer) ends(m *Machine, t *trace.Trace) (roots, sources []int32) {
	o := &m.outcome
	waits := func(x *thread) {
		if x.done || len(x.frames) == 0 {
			return
		}
		roots = append(roots, s.control(x, x.top().loc))
		for _, f := range s.thread(x.index).frames {
			roots = append(roots, f.entry)
		}
	}
	switch {
	case t.Property == property.NoDataRace:
		if r, ok := trace.FindRace(t); ok {
			for _, a := range []*trace.Step{r.First.Step, r.Second.Step} {
				i := int32(slices.IndexFunc(t.Steps, func(x trace.Step) bool {
					return x.Key == a.Key && x.Kind == a.Kind
				}))
				for n := len(s.steps) - 1; n >= 0; n-- {
					if s.steps[n] == i {
						roots = append(roots, int32(n))
						break
					}
				}
			}
		}
	case o.Kind == Deadlock:
		for _, x := range m.threads {
			if m.isStuck(x) {
				waits(x)
			}
		}
	case o.Edge != nil && o.Key.Thread >= 0 && o.Key.Thread < len(m.threads):
		x := m.threads[o.Key.Thread]
		if len(x.frames) == 0 {
			return nil, nil
		}
		op := o.Edge.Op
		if st, ok := op.(cfa.Store); ok {
			op = cfa.Load{Addr: st.Addr} // where it writes is wrong, and not what
		}
		sources = s.reads(m, x, op, nil)
		c := s.control(x, o.Edge.From)
		roots = append(slices.Clone(sources), c)
		for d := len(x.frames) - 1; d > 0 && c >= 0 && c == s.thread(x.index).frames[d].entry; d-- {
			c = s.hangs[c] // of the call of what reports a failed check
		}
		for climbs := 0; len(sources) == 0 && c >= 0 && climbs < 3; climbs++ {
			sources = s.of(c) // what the check has asked of
			if d, ok := s.decided[c]; ok {
				sources, t.Decided = d.sources, &trace.Decided{Text: d.operand.Text, Value: d.operand.Value}
			}
			c = s.hangs[c]
		}
		for i := range t.Steps {
			if f := &t.Steps[i]; f.Kind == trace.KindFree && s.about(m, f) {
				for n := range s.steps {
					if s.steps[n] == int32(i) {
						roots = append(roots, int32(n))
					}
				}
			}
		}
	}
	return roots, sources
}

// about reports whether a step ends the life of the object that the violation is about.
func (s *slicer) about(m *Machine, f *trace.Step) bool {
	return slices.ContainsFunc(append(slices.Clone(m.about), m.missed), func(o *memory.Object) bool {
		return o != nil && o.Addr == f.Addr && o.Op != nil && o.Op.Kind.IsHeap()
	})
}

// maxSources bounds how many values are found that a violation reads.
const maxSources = 8

// given finds the steps that gave values to what nodes read: assignments to variables, inputs and writes to
// memory; what only passes a value on is looked through.
func (s *slicer) given(m *Machine, t *trace.Trace, nodes []int32) []trace.Source {
	var out []trace.Source
	seen := map[int32]bool{}
	for len(nodes) > 0 && len(out) < maxSources {
		n := nodes[0]
		nodes = nodes[1:]
		if n < 0 || seen[n] {
			continue
		}
		seen[n] = true
		if p, ok := s.params[n]; ok {
			if i := s.steps[p.call]; i >= 0 && int(i) < len(t.Steps) {
				if a := m.names.assigned(p.reg, p.bits, 0); a != nil {
					out = append(out, trace.Source{Step: int(i), Passed: a})
				}
			}
			continue
		}
		if i := s.steps[n]; i >= 0 && int(i) < len(t.Steps) {
			switch x := &t.Steps[i]; x.Kind {
			case trace.KindStore, trace.KindInput:
				out = append(out, trace.Source{Step: int(i)})
				continue
			case trace.KindAssign:
				if x.Assigned != nil && x.Assigned.Type != "" {
					out = append(out, trace.Source{Step: int(i)})
					continue
				}
			case trace.KindLoad:
				if len(x.Inputs) > 0 || !s.written(n) {
					out = append(out, trace.Source{Step: int(i)})
					continue
				}
			case trace.KindAlloc, trace.KindSpawn, trace.KindJoin, trace.KindBranch, trace.KindCall:
				continue
			}
		}
		nodes = append(nodes, s.of(n)...)
		constant := len(s.of(n)) == 0 && s.steps[n] < 0 // as the result of && is, on each way
		if s.model[n] || constant {                     // what strlen returns hangs on what it compares
			nodes = append(nodes, s.hangs[n])
		}
	}
	return out
}

// written reports whether something that a load has read was written by the program.
func (s *slicer) written(n int32) bool {
	return slices.ContainsFunc(s.of(n), func(d int32) bool {
		i := s.steps[d]
		return i >= 0 && i != s.steps[n]
	})
}

// decided is the operand of && or || that has decided a condition, and the nodes that it depends on.
type decided struct {
	operand cfa.Operand
	sources []int32
}

// decide notes at a branch which operand of its condition has decided it.
func (s *slicer) decide(m *Machine, t *thread, node int32, list []cfa.Operand) {
	for _, o := range list {
		value, ok := s.holds(m, t, o.Cond)
		switch {
		case !ok:
			return
		case value == o.Value:
			s.decided[node] = decided{o, s.reads(m, t, cfa.Assume{Cond: o.Cond}, nil)}
			return
		}
	}
}

// holds evaluates a condition; ok is false where it reads what has not been evaluated, or what is too wide.
func (s *slicer) holds(m *Machine, t *thread, cond term.Term) (value, ok bool) {
	frame, values := t.slots(t.top()), term.Map{}
	for _, r := range s.index.Of(cond) {
		reg, at := &m.code.CFA.Regs[r], m.code.Regs[r]
		words := frame
		if at.Thread {
			words = t.regs
		}
		switch {
		case at.First < 0 || at.Words != 1:
			return false, false
		case at.Width == 0:
			values[reg.Sym] = term.BoolValue(words[at.First] != 0)
		default:
			values[reg.Sym] = term.BVValue(int(at.Width), words[at.First])
		}
	}
	v, err := m.code.Terms.Eval(cond, values)
	return err == nil && v.Bool(), err == nil
}
