package interp

import (
	"context"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/trace"
)

// A search for deadlocks executes a program a number of times and looks where it ends. It proves nothing, and
// what it reports has happened. Half of the executions schedule at random. The other half always advance a
// thread that holds as few locks as any: each thread takes its first lock before any takes its second one,
// and that is the state from which threads that take locks in different orders block each other. (K. Sen's
// group directs executions into deadlocks in a similar way: P. Joshi et al., "A randomized dynamic program
// analysis technique for detecting real deadlocks", PLDI 2009. They need the cycle in advance.)

// DeadlockOptions bound a search. What it does depends on them and the program alone, not on time.
type DeadlockOptions struct {
	Executions int    // at most so many
	Steps      uint64 // edges of all executions together, at most
	MaxMemory  uint64 // bytes of memory objects; 0: 2 GiB
}

// Deadlocks is the result of a search.
type Deadlocks struct {
	Tried int // executions, without those whose assumptions fail
	Ended int // those of them that ended in a deadlock
	// Example tells of the first of these what each thread that is left waits for.
	Example []trace.Wait
}

// machineCost is how many edges are as dear as the start of an execution.
const machineCost = 500

// FindDeadlocks searches for executions that end in a deadlock. The error is about the program.
func FindDeadlocks(ctx context.Context, p *cfa.Program, opt DeadlockOptions) (Deadlocks, error) {
	var out Deadlocks
	c, err := bytecode.Compile(p)
	if err != nil || !awaits(p) {
		return out, err
	}
	each := max(opt.Steps/8, 1) // one that does not end leaves something for others
	for i := 0; i < opt.Executions && opt.Steps > machineCost; i++ {
		r := NewRandom(uint64(i))
		m := newMachine(c, Config{Decider: noArguments{Random: r, argc: argumentCount(p)},
			MaxSteps: min(each, opt.Steps-machineCost), MaxMemory: opt.MaxMemory})
		m.ctx = ctx
		(&scheduler{m: m, r: r}).greedy(i%2 == 0)
		opt.Steps -= min(m.steps+machineCost, opt.Steps)
		switch m.outcome.Kind {
		case AssumeFailed:
			continue
		case Canceled, Failed:
			return out, nil
		case Deadlock:
			if out.Ended++; out.Example == nil {
				out.Example = m.waits()
			}
		}
		out.Tried++
		if !m.drawn {
			break // there is no other execution
		}
	}
	return out, nil
}

// awaits reports whether a thread can wait for anything but the end of another one.
func awaits(p *cfa.Program) bool {
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			if _, ok := e.Op.(cfa.Await); ok {
				return true
			}
		}
	}
	return false
}

// greedy runs the machine to its end. With fewest, a thread that holds the fewest locks goes first.
func (s *scheduler) greedy(fewest bool) {
	m := s.m
	var held []int
	unsure := false // a thread that is disabled might be enabled after another choice
	for m.outcome.Kind == Running {
		for len(held) < len(m.threads) {
			held = append(held, 0)
		}
		var t *thread
		if fewest {
			t = s.pickFewest(held)
		} else {
			t = s.pick()
		}
		switch {
		case t == nil && unsure:
			m.stop(Outcome{Kind: StepLimit}, nil, nil) // it may or may not be one
			return
		case t == nil:
			m.stop(Outcome{Kind: Deadlock}, nil, nil)
			return
		}
		m.opened = nil
		switch s.visible(t, false) {
		case Blocked:
			unsure = unsure || m.opened != nil && m.chose
		case Visible:
			unsure = false
			held[t.index] = max(held[t.index]+locksTaken(m.opened), 0)
		}
	}
}

// pickFewest chooses one of the threads that are ready and hold the fewest locks; nil: none is ready.
func (s *scheduler) pickFewest(held []int) *thread {
	m := s.m
	s.pool = s.pool[:0]
	for _, t := range m.threads {
		switch {
		case !s.ready(t) || len(s.pool) > 0 && held[t.index] > held[s.pool[0].index]:
			continue
		case len(s.pool) > 0 && held[t.index] < held[s.pool[0].index]:
			s.pool = s.pool[:0]
		}
		s.pool = append(s.pool, t)
	}
	m.steps += uint64(len(m.threads)) / 16 // it takes time, too
	if len(s.pool) == 0 {
		return nil
	}
	m.drawn = m.drawn || len(m.threads) > 1
	return s.pool[s.r.thread(len(s.pool))]
}

// locksTaken is by how many the section that begins at an edge, if any, changes the locks that its thread
// holds. It need not be right: only the schedule depends on it.
func locksTaken(begin *cfa.Edge) int {
	if begin == nil || begin.Sync == nil {
		return 0
	}
	switch begin.Sync.Kind {
	case cfa.SyncLock, cfa.SyncReadLock, cfa.SyncWriteLock, cfa.SyncLower:
		return 1
	case cfa.SyncUnlock, cfa.SyncUnlockShared, cfa.SyncRaise:
		return -1
	}
	return 0
}

// waits says what the threads that are left wait for.
func (m *Machine) waits() []trace.Wait {
	var out []trace.Wait
	for _, t := range m.threads {
		if t.done {
			continue
		}
		f := t.top()
		w := trace.Wait{Thread: t.index, ThreadName: t.name(m.code.CFA.Names),
			Pos: userPos(t, f.proc.CFA.Locs[f.loc].Pos)}
		if l := f.proc.Locs[f.loc]; l.Kind == bytecode.OneEdge {
			e := &f.proc.Edges[l.First]
			w.Pos = userPos(t, e.CFA.Pos)
			if note := m.sync(t, e); note != nil {
				w.Kind, w.Object = note.Kind, note.Object
			}
			if e.Kind == bytecode.Join {
				w.Kind = trace.WaitJoin
				id, _ := m.code.Value(&e.A, f.proc, t.slots(f), t.regs)
				if u := m.byID(id); u != nil {
					w.Child = u.index
				}
			}
		}
		out = append(out, w)
	}
	return out
}

// name is the function that the thread runs, for people: that of the program's own procedures that it entered
// first. The one it starts with may be made by the front end.
func (t *thread) name(names *cfa.Names) string {
	for i := range t.frames {
		if p := t.frames[i].proc.CFA; !p.Model && !names.IsMade(p.Name) {
			return p.Name
		}
	}
	return t.entry.CFA.Name
}
