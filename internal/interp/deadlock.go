package interp

import (
	"context"
	"slices"

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
	First      uint64 // the seed of the first execution
	Record     bool   // the search ends with the first deadlock, and makes its trace
}

// Deadlocks is the result of a search.
type Deadlocks struct {
	Tried int // executions, without those whose assumptions fail
	Ended int // those of them that ended in a deadlock
	// Example tells of the first of these what each thread that is left waits for.
	Example []trace.Wait
	// Trace is that execution, with DeadlockOptions.Record.
	Trace *trace.Trace
	// All is set if there is no other execution than one that was tried, and it ended by itself.
	All bool
	// Edges is how many were executed.
	Edges uint64
}

// machineCost is how many edges are as dear as the start of an execution.
const machineCost = 500

// FindDeadlocks searches for executions that end in a deadlock. The error is about the program.
func FindDeadlocks(ctx context.Context, p *cfa.Program, opt DeadlockOptions) (Deadlocks, error) {
	var out Deadlocks
	if !awaits(p) {
		return out, nil
	}
	c, err := bytecode.Compile(p)
	if err != nil {
		return out, err
	}
	each := max(opt.Steps/8, 1) // one that does not end leaves something for others
	execute := func(i int, steps uint64, record bool) *Machine {
		r := NewRandom(opt.First + uint64(i))
		m := newMachine(c, Config{Decider: noArguments{Random: r, argc: ArgumentCount(p)},
			MaxSteps: steps, MaxMemory: opt.MaxMemory, Record: record, Locks: true})
		m.ctx = ctx
		(&scheduler{m: m, r: r}).greedy(i%2 == 0)
		return m
	}
	for i := 0; i < opt.Executions && opt.Steps > machineCost; i++ {
		steps := min(each, opt.Steps-machineCost)
		m := execute(i, steps, false)
		opt.Steps -= min(m.steps+machineCost, opt.Steps)
		out.Edges += m.steps + machineCost
		switch m.outcome.Kind {
		case AssumeFailed:
			continue
		case Canceled, Failed:
			return out, nil
		case Deadlock:
			if out.Ended++; out.Example == nil {
				out.Example = m.waits()
			}
			if opt.Record {
				out.Tried++
				out.Trace = execute(i, steps, true).Trace()
				return out, ctx.Err()
			}
		}
		out.Tried++
		if !m.drawn {
			out.All = m.outcome.Kind == Exited
			break
		}
	}
	return out, nil
}

// awaits reports whether a thread can wait.
func awaits(p *cfa.Program) bool {
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			switch e.Op.(type) {
			case cfa.Await, cfa.Join:
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
	unsure := false    // a thread that is disabled might be enabled after another choice
	var waiting []bool // by thread: it stands where it was disabled
	for m.outcome.Kind == Running {
		for len(held) < len(m.threads) {
			held, waiting = append(held, 0), append(waiting, false)
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
			waiting[t.index] = true
			if m.doomed(t.index, func(i int) bool { return waiting[i] }) == nil {
				continue
			}
			// A reader that had to wait for a writer may go on beside other readers by now.
			if threads := m.Doomed(t.index); threads != nil {
				m.DeadlockedAmong(threads)
			}
		case Visible:
			unsure, waiting[t.index] = false, false
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

// waits says what the threads of a deadlock wait for.
func (m *Machine) waits() []trace.Wait {
	var out []trace.Wait
	for _, t := range m.threads {
		if m.isStuck(t) {
			out = append(out, m.wait(t))
		}
	}
	return out
}

// wait says what a thread waits for, and who holds that.
func (m *Machine) wait(t *thread) trace.Wait {
	f, names := t.top(), m.code.CFA.Names
	w := trace.Wait{Thread: t.index, ThreadName: t.name(names), Pos: userPosAt(t, f.proc.CFA.Locs[f.loc].Pos)}
	l := f.proc.Locs[f.loc]
	if l.Kind != bytecode.OneEdge {
		return w
	}
	e := &f.proc.Edges[l.First]
	w.Pos = userPos(t, e.CFA)
	if note := m.sync(t, e); note != nil {
		w.Kind, w.Object = note.Kind, note.Object
	}
	list := m.blockers(t)
	if e.Kind == bytecode.Join {
		w.Kind = trace.WaitJoin
		if len(list) > 0 {
			w.Child, w.ChildName = list[0].thread, list[0].name
		}
		return w
	}
	// Readers keep no reader waiting, but for a writer that waits.
	w.Behind = w.Kind == cfa.SyncReadLock && len(list) > 0 &&
		!slices.ContainsFunc(list, func(h holder) bool { return h.kind != cfa.SyncReadLock })
	for _, h := range list {
		w.Holders = append(w.Holders, trace.Holder{Thread: h.thread, ThreadName: h.name, Since: h.since,
			Where: m.names.position(h.since), Ended: m.threads[h.thread].done})
	}
	return w
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
