package encoding

import (
	"errors"
	"fmt"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
	"whittle.dev/term"
)

// Trace turns the solver's model into a trace that ends in a violation.
func (e *Encoder) Trace() (*trace.Trace, error) {
	x := &execution{
		e: e, value: map[term.Term]term.Value{}, guards: map[events.Guard]bool{}, mem: map[uint64]byte{},
		goal: e.ReachedGoal(events.ViolationGoal),
	}
	if x.goal == nil {
		return nil, fmt.Errorf("the model reaches no violation")
	}
	if err := x.order([]events.NodeID{x.goal.Node}); err != nil {
		return nil, err
	}
	if err := x.run(); err != nil {
		return nil, err
	}
	if !x.guard(x.goal.Guard) {
		return nil, fmt.Errorf("the execution that the model describes does not reach the violation")
	}
	if a := x.goal.Access; a != nil && x.strays(a) {
		return nil, ErrStrays
	}
	tr := x.describe(cfa.Violated(x.goal.Edge.Op))
	if e.weak != nil {
		return tr, e.weak.describe(x, tr)
	}
	return tr, nil
}

// ErrStrays says that the access that the model has as the violation is outside of the object that its
// address was computed from, but inside of another one.
var ErrStrays = errors.New(events.Astray)

// strays reports whether an access is inside of an object that its address was not computed from.
func (x *execution) strays(a *events.Event) bool {
	if a.Valid == term.None {
		return false
	}
	valid, err := x.eval(a.Valid)
	if err != nil || valid.Bool() {
		return false // the object has ended
	}
	v, err := x.eval(a.Addr)
	if err != nil {
		return false
	}
	addr, g := v.Uint64(), x.e.Graph
	region := g.Program.RegionOf(addr)
	if o := g.StaticObject(region); o != nil {
		return o.Kind != cfa.Func && !(o.ReadOnly && a.Write) && inside(addr, a.Size, o.Addr, o.Size)
	}
	o := g.DynamicObject(region)
	if o == nil || !x.guard(o.Guard) {
		return false
	}
	size, err := x.eval(o.Size)
	return err == nil && inside(addr, a.Size, o.Addr, size.Uint64())
}

// inside reports whether n bytes at an address are inside of an object.
func inside(addr uint64, n int, base, size uint64) bool {
	return uint64(n) <= size && addr-base <= size-uint64(n)
}

// describe writes the execution as a schedule and inputs.
func (x *execution) describe(p property.Property) *trace.Trace {
	e := x.e
	tr := &trace.Trace{Version: trace.Version, Property: p}
	keys := x.keys()
	number := map[int]int{0: 0} // thread of the graph -> thread of the trace
	events_ := map[events.NodeID][]*events.Event{}
	for _, ev := range e.Graph.Events {
		events_[ev.Node] = append(events_[ev.Node], ev)
	}
	spawns := map[events.NodeID][]int{}
	for _, th := range e.Graph.Threads {
		if th.Parent >= 0 && x.past[th.Parent] >= 0 && x.guard(th.Guard) {
			spawns[th.Spawn] = append(spawns[th.Spawn], th.ID)
		}
	}
	add := func(th, instance int) {
		if k, ok := keys[th][instance]; ok {
			k.Thread = number[th]
			tr.Schedule = append(tr.Schedule, k)
		}
	}
	for _, id := range x.nodes {
		n := e.Graph.Nodes[id]
		if x.goal.Section != nil && x.goal.Section.Node == id {
			continue
		}
		var last *events.Event
		for _, ev := range events_[id] {
			completes := ev.Section == nil || x.completesInModel(ev.Section)
			if ev.Instance >= 0 && x.guard(ev.Guard) && completes {
				last = ev
			}
		}
		if last != nil {
			add(n.Thread, last.Instance)
		}
		if n.Kind == events.EndNode {
			for i, in := range e.Graph.Threads[n.Thread].Instances {
				if in.Kind == events.FinishInstance {
					add(n.Thread, i)
				}
			}
		}
		for _, child := range spawns[id] {
			number[child] = len(number)
			add(n.Thread, e.Graph.Threads[child].SpawnInstance)
		}
	}
	if x.goal.Section != nil {
		for _, child := range spawns[x.goal.Section.Node] {
			number[child] = len(number)
		}
	}
	x.inputs(tr, keys, number)
	x.names, x.number = keys, number
	if x.race != nil {
		x.describeRace(tr, keys, number)
		return tr
	}
	tr.Violation = keys[x.goal.Thread][x.goal.Instance]
	tr.Violation.Thread = number[x.goal.Thread]
	return tr
}

// keys gives each instance that is executed its key; the threads are those of the graph.
func (x *execution) keys() []map[int]trace.Key {
	e := x.e
	keys := make([]map[int]trace.Key, len(e.Graph.Threads))
	for _, th := range e.Graph.Threads {
		if x.past[th.ID] < 0 {
			continue
		}
		keys[th.ID] = map[int]trace.Key{}
		count := map[cfa.EdgeID]int{}
		for i, in := range th.Instances {
			if x.guard(in.Guard) {
				keys[th.ID][i] = trace.Key{Thread: th.ID, Origin: in.Origin, Occurrence: count[in.Origin]}
				count[in.Origin]++
			}
		}
	}
	return keys
}

// inputs lists the choices of the execution.
func (x *execution) inputs(tr *trace.Trace, keys []map[int]trace.Key, number map[int]int) {
	e := x.e
	add := func(th, instance int, in trace.Input) {
		k, ok := keys[th][instance]
		n, started := number[th]
		if !ok || !started {
			return
		}
		in.Key = k
		in.Key.Thread = n
		tr.Inputs = append(tr.Inputs, in)
	}
	for _, th := range e.Graph.Threads {
		if x.past[th.ID] < 0 {
			continue
		}
		for i, in := range th.Instances {
			switch in.Kind {
			case events.HavocInstance:
				if v, err := x.eval(in.Sym); err == nil {
					add(th.ID, i, havoc(v))
				}
			case events.AllocInstance:
				add(th.ID, i, trace.Input{Kind: trace.AllocAddr, Value: e.Graph.Objects[in.Index].Addr})
			case events.SpawnInstance:
				add(th.ID, i, trace.Input{Kind: trace.ThreadID, Value: e.Graph.Threads[in.Index].Tid})
			case events.ChoiceInstance:
				add(th.ID, i, trace.Input{Kind: trace.Choice})
			}
		}
	}
	chosen := x.chosen()
	addrs := make([]uint64, 0, len(chosen))
	for a, b := range chosen {
		if b != 0 {
			addrs = append(addrs, a)
		}
	}
	slices.Sort(addrs)
	static := map[*cfa.Object]int{}
	for i, o := range e.Graph.Program.Objects {
		static[o] = i
	}
	for _, a := range addrs {
		in := trace.Input{Kind: trace.InitByte, Value: uint64(chosen[a])}
		region := e.Graph.Program.RegionOf(a)
		if o := e.Graph.StaticObject(region); o != nil {
			in.Key = trace.Key{Thread: trace.StaticThread, Origin: cfa.EdgeID(static[o])}
			in.Offset = a - o.Addr
			tr.Inputs = append(tr.Inputs, in)
		} else if o := e.Graph.DynamicObject(region); o != nil && x.past[o.Thread] >= 0 {
			in.Offset = a - o.Addr
			add(o.Thread, o.Instance, in)
		}
	}
}

func havoc(v term.Value) trace.Input {
	if v.Sort().IsBool() {
		in := trace.Input{Kind: trace.Havoc}
		if v.Bool() {
			in.Value = 1
		}
		return in
	}
	b := v.Big()
	in := trace.Input{Kind: trace.Havoc}
	for i := range 64 {
		in.Value |= uint64(b.Bit(i)) << i
		in.High |= uint64(b.Bit(64+i)) << i
	}
	return in
}
