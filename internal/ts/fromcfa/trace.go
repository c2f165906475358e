package fromcfa

import (
	"fmt"
	"maps"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/internal/step"
	"whittle.dev/internal/trace"
	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// Trace executes the path and writes it as a trace of the program as lowered.
// The error says at which step the system does not do what the path says.
func (t *Translation) Trace(p ts.Path, prop property.Property) (*trace.Trace, error) {
	w, x, err := t.start(p, prop)
	if err != nil {
		return nil, err
	}
	for n := range p.Steps {
		if x, err = w.step(x, p, n); err != nil {
			return nil, err
		}
	}
	ok, err := x.Reached(p.Goal, p.Inputs)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("ts: the path does not end in its goal")
	}
	way, err := t.way(x, p)
	if err != nil {
		return nil, err
	}
	last := way.path[len(way.path)-1]
	w.inputs(p.Goal.Process, way.path, way.inputs, p.Inputs)
	w.tr.Violation = trace.Key{Thread: p.Goal.Process, Origin: last.Origin,
		Occurrence: w.count[edgeKey{p.Goal.Process, last.Origin}]}
	for _, e := range way.path[:len(way.path)-1] {
		if e.Origin == last.Origin {
			w.tr.Violation.Occurrence++
		}
	}
	return w.tr, nil
}

// Lasso executes a path without a goal and writes it as a trace. The steps from again up to end bring the
// process back to where it was before them, and those that follow are the same for a round. The trace ends
// with the first edge of a step of that round. If the steps have no edge of the program but calls, it ends
// with the last edge before them, and does not say what repeats: nothing else follows.
func (t *Translation) Lasso(p ts.Path, again, end int, prop property.Property) (*trace.Trace, error) {
	w, x, err := t.start(p, prop)
	if err != nil {
		return nil, err
	}
	if again >= end || end+end-again > len(p.Steps) {
		return nil, fmt.Errorf("ts: %d steps from step %d to %d are no loop", len(p.Steps), again, end)
	}
	begin, round := again, end-again
	for ; begin < end; begin++ {
		if _, named := w.first(p, begin); named {
			break
		}
	}
	for n := range p.Steps {
		switch key, ok := w.first(p, n); {
		case begin == end && n == again:
			w.tr.Violation = w.last
			return w.tr, nil
		case n == begin:
			w.tr.Again = &key
		case n == begin+round && !ok:
			return nil, fmt.Errorf("ts: step %d is not in the program", n)
		case n == begin+round:
			w.tr.Violation = key
		}
		if x, err = w.step(x, p, n); err != nil {
			return nil, err
		}
		if n == begin+round {
			break
		}
	}
	return w.tr, nil
}

// first is the first edge of the program in a step that is made next.
func (w *writer) first(p ts.Path, step int) (trace.Key, bool) {
	in := &w.t.System.Instructions[p.Steps[step].Instruction]
	for _, e := range w.t.sections[in.Origin].path {
		if e.Origin != cfa.NoEdge {
			return trace.Key{Thread: in.Process, Origin: e.Origin,
				Occurrence: w.count[edgeKey{in.Process, e.Origin}]}, true
		}
	}
	return trace.Key{}, false
}

// start begins a trace with the prefix.
func (t *Translation) start(p ts.Path, prop property.Property) (*writer, *ts.State, error) {
	w := &writer{t: t, tr: &trace.Trace{Version: trace.Version, Property: prop}, last: trace.NoViolation,
		count: map[edgeKey]int{}, alive: make([]bool, len(t.System.Processes))}
	x, err := t.System.Initial(p.Initial)
	if err != nil {
		return nil, nil, err
	}
	w.startContents(p.Initial)
	w.walk(0, t.prefix, t.inputs, p.Initial)
	for i := range w.alive {
		w.alive[i] = true
	}
	return w, x, nil
}

// step executes a step of a path from a state, and notes it.
func (w *writer) step(x *ts.State, p ts.Path, n int) (*ts.State, error) {
	s, step := w.t.System, p.Steps[n]
	in := &s.Instructions[step.Instruction]
	y, err := x.Next(in, step.Inputs)
	if err != nil {
		return nil, fmt.Errorf("ts: step %d: %w", n+1, err)
	}
	if y == nil {
		return nil, fmt.Errorf("ts: step %d: %s cannot be executed", n+1, s.InstructionName(in))
	}
	if err := w.finish(x, in, step.Inputs); err != nil {
		return nil, err
	}
	sec := w.t.sections[in.Origin]
	w.walk(in.Process, sec.path, sec.inputs, step.Inputs)
	return y, nil
}

// way is the path to the goal that the last state takes.
func (t *Translation) way(x *ts.State, p ts.Path) (way, error) {
	ways := t.goals[p.Goal.Origin]
	if len(ways) == 1 {
		return ways[0], nil
	}
	for k, y := range ways {
		if ok, err := x.Holds(p.Goal.Observed[k], p.Inputs); err != nil || ok {
			return y, err
		}
	}
	return way{}, fmt.Errorf("ts: no path leads to the goal")
}

type edgeKey struct {
	process int
	origin  cfa.EdgeID
}

// writer writes a trace.
type writer struct {
	t     *Translation
	tr    *trace.Trace
	count map[edgeKey]int
	last  trace.Key // of the edges walked; trace.NoViolation: there is none
	alive []bool
}

// walk notes that a process has executed the edges.
func (w *writer) walk(process int, path []*cfa.Edge, inputs []input, values term.Map) {
	w.inputs(process, path, inputs, values)
	var last *trace.Key
	for _, e := range path {
		if e.Origin == cfa.NoEdge {
			continue
		}
		k := edgeKey{process, e.Origin}
		key := trace.Key{Thread: process, Origin: e.Origin, Occurrence: w.count[k]}
		w.count[k]++
		w.last = key
		x := step.Of(w.t.prog, e.Op)
		switch {
		case x.From == step.Started:
			w.tr.Schedule = append(w.tr.Schedule, key)
			last = nil
		case x.Thread != term.None && last != nil: // the join before
			w.tr.Schedule = append(w.tr.Schedule, *last)
			last = &key
		case x.Waits, x.Access.Kind == step.Read, x.Access.Kind == step.Write:
			last = &key
		}
	}
	if last != nil {
		w.tr.Schedule = append(w.tr.Schedule, *last)
	}
}

// inputs notes the choices on a path that is executed next.
func (w *writer) inputs(process int, path []*cfa.Edge, inputs []input, values term.Map) {
	seen := map[cfa.EdgeID]int{}
	for n, e := range path {
		if e.Origin == cfa.NoEdge {
			continue
		}
		key := trace.Key{Thread: process, Origin: e.Origin, Occurrence: w.count[edgeKey{process, e.Origin}] +
			seen[e.Origin]}
		seen[e.Origin]++
		switch e.Op.(type) {
		case cfa.Alloc:
			if a, ok := w.t.addrs[allocKey{process, e.ID}]; ok {
				w.tr.Inputs = append(w.tr.Inputs, trace.Input{Key: key, Kind: trace.AllocAddr, Value: a})
			}
		case cfa.Havoc:
			for _, in := range inputs {
				if in.edge != n {
					continue
				}
				v, ok := values[in.sym]
				if !ok { // nothing depends on it
					v = w.t.System.Terms.ZeroValue(w.t.System.Terms.Sort(in.sym))
				}
				w.tr.Inputs = append(w.tr.Inputs, havoc(key, v))
			}
		case cfa.Assume:
			w.tr.Inputs = append(w.tr.Inputs, trace.Input{Key: key, Kind: trace.Choice})
		}
	}
}

func havoc(k trace.Key, v term.Value) trace.Input {
	in := trace.Input{Key: k, Kind: trace.Havoc}
	if v.Sort().IsBool() {
		in.Value = v.Uint64()
		return in
	}
	if b := v.Big(); b != nil {
		for i := range 64 {
			in.Value |= uint64(b.Bit(i)) << i
			in.High |= uint64(b.Bit(64+i)) << i
		}
	}
	return in
}

// finish ends the threads that an instruction waits for: their last local steps are no instruction.
func (w *writer) finish(x *ts.State, in *ts.Instruction, inputs term.Map) error {
	s, joins := w.t.System, w.t.sections[in.Origin].joins
	for _, id := range in.Observed[:joins] {
		v, err := x.Eval(id, inputs)
		if err != nil {
			return err
		}
		p := int(v.Uint64()) - 1
		if p < 0 || p >= len(w.alive) || !w.alive[p] {
			continue
		}
		for _, en := range w.t.ends[p] {
			cond := s.AtLoc(p, en.at)
			if en.observed >= 0 {
				cond = s.Terms.And(cond, in.Observed[joins+en.observed])
			}
			ok, err := x.Holds(cond, w.completed(inputs, en.inputs))
			if err != nil {
				return fmt.Errorf("ts: the end of %s: %w", s.Processes[p].Name, err)
			}
			if !ok {
				continue
			}
			w.alive[p] = false
			last := en.path[len(en.path)-1]
			w.walk(p, en.path, en.inputs, inputs)
			w.tr.Schedule = append(w.tr.Schedule, trace.Key{Thread: p, Origin: last.Origin,
				Occurrence: w.count[edgeKey{p, last.Origin}] - 1})
			break
		}
	}
	return nil
}

// completed adds values for inputs on which nothing depends but the way in which a thread
// ends: those that inputs gives them as well.
func (w *writer) completed(values term.Map, of []input) term.Map {
	out := term.Map{}
	for _, in := range of {
		out[in.sym] = w.t.System.Terms.ZeroValue(w.t.System.Terms.Sort(in.sym))
	}
	maps.Copy(out, values)
	return out
}

// startContents notes the initial content of memory that the program leaves open.
func (w *writer) startContents(values term.Map) {
	for _, c := range w.t.contents {
		v, ok := values[c.sym]
		if !ok {
			continue
		}
		if c.count == 0 {
			w.bytes(c.place, c.place.offset, v)
			continue
		}
		for i := range c.count {
			e := v.At(term.BVValue(indexWidth(c.count), uint64(i)))
			w.bytes(c.place, c.place.offset+uint64(i)*c.place.stride, e)
		}
	}
}

func (w *writer) bytes(p place, offset uint64, v term.Value) {
	b := v.Big()
	for i := range p.size {
		n := uint64(0)
		for k := range 8 {
			n |= uint64(b.Bit(int(8*i)+k)) << k
		}
		if n == 0 {
			continue
		}
		in := trace.Input{Kind: trace.InitByte, Offset: offset + i, Value: n}
		if p.object >= 0 {
			in.Key = trace.Static(p.object)
		} else {
			origin := cfa.NoEdge
			for _, proc := range w.t.prog.Procs {
				for _, e := range proc.Edges {
					if e.ID == p.alloc.edge {
						origin = e.Origin
					}
				}
			}
			in.Key = trace.Key{Thread: p.alloc.process, Origin: origin}
		}
		w.tr.Inputs = append(w.tr.Inputs, in)
	}
}
