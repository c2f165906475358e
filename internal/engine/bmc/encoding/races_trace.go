package encoding

import (
	"fmt"

	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/engine/internal/ordering"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
	"whittle.dev/term"
)

// RaceTrace turns the solver's model into a trace that ends in two accesses that race: all that is before
// both, the first one, and the second one as the violation.
func (e *Encoder) RaceTrace(property property.Property) (*trace.Trace, error) {
	p := e.reachedRace()
	if p == nil {
		return nil, errNoRace
	}
	a, b := p.First, p.Second
	x := &execution{
		e: e, value: map[term.Term]term.Value{}, guards: map[events.Guard]bool{}, mem: map[uint64]byte{},
		goal: &events.Goal{Kind: events.ViolationGoal, Thread: b.Thread, Guard: b.Guard, Section: b.Section,
			Node: e.previous(b.Node), Instance: b.Instance},
		race: &racing{first: a, before: e.previous(a.Node)},
	}
	if b.Section != nil {
		x.goal.Node = b.Node
	}
	var cut []ordering.Edge
	if b.Section != nil {
		cut = append(cut, ordering.Edge{Before: x.race.before, After: b.Node})
	}
	if err := x.order([]events.NodeID{x.goal.Node, x.race.before}, cut...); err != nil {
		return nil, err
	}
	if err := x.run(); err != nil {
		return nil, err
	}
	if err := x.lives(a); err != nil {
		return nil, err
	}
	if b.Section == nil {
		if err := x.lives(b); err != nil {
			return nil, err
		}
	}
	if err := x.findSecond(b); err != nil {
		return nil, err
	}
	return x.describe(property), nil
}

// racing is what an execution that ends in a race has besides its goal, which stands for the second access.
type racing struct {
	first  *events.Event
	before events.NodeID // the last node of the first access's thread
	second *events.Event
}

// lives executes the reads that the step of an access makes before it: those of life bytes.
func (x *execution) lives(ev *events.Event) error {
	for _, r := range x.e.Graph.Events {
		if r.Node != ev.Node || r.Pos >= ev.Pos || r.Write || !x.guard(r.Guard) {
			continue
		}
		addr, err := x.eval(r.Addr)
		if err != nil {
			return fmt.Errorf("address of an access: %w", err)
		}
		x.value[r.Value] = x.load(addr.Uint64(), r.Size)
	}
	return nil
}

// findSecond finds the access that the race is with: b itself, or the first conflicting one of its section.
// Up to that one the section does the same when the first access of the race comes before it.
func (x *execution) findSecond(b *events.Event) error {
	a := x.race.first
	if !x.guard(a.Guard) || !x.guard(b.Guard) {
		return fmt.Errorf("the execution that the model describes does not reach the race")
	}
	at, err := x.eval(a.Addr)
	if err != nil {
		return fmt.Errorf("address of the first access of a race: %w", err)
	}
	for _, ev := range x.e.Graph.Events {
		if ev.Node != b.Node || ev.Life || ev.Section == nil && ev != b || !a.Write && !ev.Write ||
			!x.guard(ev.Guard) {
			continue
		}
		v, err := x.eval(ev.Addr)
		if err != nil {
			return fmt.Errorf("address of the second access of a race: %w", err)
		}
		if d := v.Uint64() - at.Uint64(); d < uint64(a.Size) || -d&x.e.pointerMask() < uint64(ev.Size) {
			x.race.second = ev
			return nil
		}
	}
	return fmt.Errorf("the accesses of a race do not meet")
}

// pointerMask has a bit for each bit of an address.
func (e *Encoder) pointerMask() uint64 { return ^uint64(0) >> (64 - e.Graph.Program.PtrWidth) }

// describeRace ends the schedule of a trace with the two accesses. Before them
// the thread of the second one makes all of its steps up to it, also those
// that the graph does not know, so that nothing stands between the two.
func (x *execution) describeRace(tr *trace.Trace, keys []map[int]trace.Key, number map[int]int) {
	a, b := x.race.first, x.race.second
	end := b.Instance
	if b.Section != nil {
		end = b.Section.First
	}
	key := func(thread, instance int) trace.Key {
		k := keys[thread][instance]
		k.Thread = number[thread]
		return k
	}
	made := map[trace.Key]bool{}
	for _, k := range tr.Schedule {
		made[k] = true
	}
	last, inside := -1, false // the last step that is not made yet; inside: in a section that is
	for i, in := range x.e.Graph.Threads[b.Thread].Instances[:end] {
		if _, ok := keys[b.Thread][i]; !ok {
			continue
		}
		switch in.Kind {
		case events.AccessInstance, events.SpawnInstance, events.EndInstance, events.OtherInstance:
		default:
			continue
		}
		switch {
		case made[key(b.Thread, i)]:
			last, inside = -1, x.inSection(b.Thread, i)
		case inside:
			inside = in.Kind != events.EndInstance
		default:
			last = i
		}
	}
	if last >= 0 {
		tr.Schedule = append(tr.Schedule, key(b.Thread, last))
	}
	tr.Schedule = append(tr.Schedule, key(a.Thread, a.Instance))
	tr.Violation = key(b.Thread, b.Instance)
}

// inSection reports whether an instance that is in a schedule is in an atomic section.
func (x *execution) inSection(thread, instance int) bool {
	switch in := x.e.Graph.Threads[thread].Instances[instance]; in.Kind {
	case events.AccessInstance:
		return in.Index >= 0 && x.e.Graph.Events[in.Index].Section != nil
	case events.SpawnInstance:
		return x.e.Graph.Threads[in.Index].Section != nil
	}
	return false
}
