package encoding

import (
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// join encodes that a join takes place: some thread with the id has finished.
func (e *Encoder) join(j *events.Join) error {
	choices := []term.Term{e.s.Not(j.Done)}
	threads := e.Graph.Threads
	if tid, ok := e.s.ConstUint64(j.ID); ok {
		threads = nil
		if t, ok := e.running[tid]; ok {
			threads = []*events.Thread{t}
		}
	}
	for _, t := range threads {
		is := e.s.Eq(j.ID, e.s.BV(e.s.Sort(j.ID).Width(), t.Tid))
		if t.ID == j.Thread || e.s.IsFalse(is) || len(t.Finishes) == 0 {
			continue
		}
		pick := e.s.Fresh("join", term.Bool)
		choices = append(choices, pick)
		var finished []term.Term
		value := term.None
		for _, f := range t.Finishes {
			done := e.s.And(e.Graph.Guards.Term(f.Guard), e.sectionAndCreatorsComplete(f.Section, t.ID))
			finished = append(finished, done)
			if value == term.None {
				value = f.Value
			} else {
				value = e.s.Ite(done, f.Value, value)
			}
		}
		cond := e.s.And(is, e.s.Or(finished...))
		if j.Value != term.None {
			cond = e.s.And(cond, e.s.Eq(j.Value, value))
		}
		if err := e.assert(e.s.Implies(pick, cond)); err != nil {
			return err
		}
		e.model.Join(pick, t, j)
		if e.weak != nil {
			e.weak.joins = append(e.weak.joins, joined{pick, t.End, j.Node})
		}
	}
	// A join that takes place is reached.
	if err := e.assert(e.s.Implies(j.Done, e.Graph.Guards.Term(j.Guard))); err != nil {
		return err
	}
	return e.assert(e.s.Or(choices...))
}
