package minimise

import (
	"context"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// Trace makes the trace of a violation easier to read and returns it replayed. It leaves out steps at the
// ends of threads, and whole threads, that the violation does not need, and reorders the others so that the
// execution changes seldom from one thread to another. Every change is tried out by a replay, so the result
// is an execution of p that reaches the same violation.
//
// No whole thread and no thread's last step can be left out of the result, unless the search was cut off. Of
// the orders that keep each pair of conflicting steps as it is, one with the fewest changes of threads is
// found if there are not too many states to look at; then orders that turn conflicting steps round are tried,
// by moving one block to another of its thread.
//
// If the context ends meanwhile the result is the best one so far, which was replayed.
//
// Traces of data races and of deadlocks are replayed as they are: where they end depends on all threads. So
// are executions that do not end.
func Trace(ctx context.Context, p *cfa.Program, tr *trace.Trace) (*trace.Trace, error) {
	replayer, err := interp.NewReplayer(p)
	if err != nil {
		return nil, err
	}
	full, steps, err := replayer.Sliced(ctx, tr)
	if err != nil {
		return nil, err
	}
	prop := tr.Property
	switch {
	case prop == property.NoDataRace, prop == property.NoDeadlock, prop == property.Termination,
		prop == property.LTL, prop == property.NoStarvation,
		tr.Violation.Thread == trace.NoThread, len(full.Steps) > maxLength:
		return full, nil
	}
	m := &minimiser{ctx: ctx, prog: p, replayer: replayer, tr: full, limit: 2*steps + 1000, budget: maxEdges}
	m.read()
	if !m.try(m.atoms) {
		// The schedule with all steps spelled out means another execution: nothing is known about this trace.
		return full, nil
	}
	for range maxRounds {
		before := len(m.atoms)
		m.drop()
		switches := m.switches()
		m.reorder()
		m.merge()
		if len(m.atoms) == before && m.switches() == switches {
			break
		}
	}
	return m.sliced(), nil
}

// sliced is the best trace with what its violation depends on; without that if the context ended.
func (m *minimiser) sliced() *trace.Trace {
	full, _, err := m.replayer.Sliced(m.ctx, m.tried)
	if err != nil {
		return m.tr
	}
	full.Schedule = m.tr.Schedule
	return full
}

const (
	// maxLength is the number of steps beyond which a trace is left as it is.
	maxLength = 50_000
	// maxEdges bounds the edges that are executed in all, and minTry is what each replay counts at least.
	// Both count work, not time, so that the result is always the same.
	maxEdges  = 20_000_000
	minTry    = 2_000
	maxRounds = 8
)

// atom is one visible step of a trace: an atomic section counts as one.
type atom struct {
	key      trace.Key
	children []int // threads that it spawns
	joins    []int // threads whose ends it waits for
	ends     bool  // it ends its thread
	spans    []span
}

// span is a range of bytes that an atom accesses.
type span struct {
	addr, size uint64
	write      bool
}

// minimiser is the state of one minimisation: the best trace so far.
type minimiser struct {
	ctx      context.Context
	prog     *cfa.Program
	replayer *interp.Replayer
	tr       *trace.Trace
	tried    *trace.Trace // what tr is the replay of
	atoms    []atom       // of tr, those before the violation
	last     atom         // what the violation's own section does
	limit    uint64       // edges of one replay
	budget   int64        // edges of all
}

// read finds the atoms of the trace.
func (m *minimiser) read() {
	m.atoms, m.last = nil, atom{key: m.tr.Violation}
	section := 0
	for i := range m.tr.Steps {
		s := &m.tr.Steps[i]
		if !s.Visible || i == len(m.tr.Steps)-1 {
			continue
		}
		if s.Section == 0 || s.Section != section {
			m.atoms = append(m.atoms, atom{key: s.Key})
		}
		section = s.Section
		m.describe(&m.atoms[len(m.atoms)-1], s)
	}
	if n := len(m.tr.Steps); section != 0 && m.tr.Steps[n-1].Section == section {
		// The section of the violation is not completed.
		m.last = m.atoms[len(m.atoms)-1]
		m.last.key = m.tr.Violation
		m.atoms = m.atoms[:len(m.atoms)-1]
	}
}

// describe adds a step to its atom.
func (m *minimiser) describe(a *atom, s *trace.Step) {
	switch s.Kind {
	case trace.KindLoad, trace.KindStore:
		n := uint64(1)
		if s.Value != nil {
			n = uint64(s.Value.Width+7) / 8
		}
		a.spans = append(a.spans, span{s.Addr, n, s.Kind == trace.KindStore})
	case trace.KindFree:
		p := m.prog
		start := p.RegionStart(p.RegionOf(s.Addr))
		a.spans = append(a.spans, span{start, p.RegionStart(1), true})
	case trace.KindSpawn:
		a.children = append(a.children, s.Child)
	case trace.KindJoin:
		a.joins = append(a.joins, s.Child)
	case trace.KindExit:
		a.ends = true
	}
}

// try replays the trace with other atoms and keeps it if it still reaches
// the violation. Threads are numbered anew.
func (m *minimiser) try(atoms []atom) bool {
	if m.budget <= 0 || m.ctx.Err() != nil {
		return false
	}
	tried := m.with(atoms)
	full, steps, err := m.replayer.Replay(m.ctx, tried, m.limit)
	m.budget -= int64(max(steps, minTry))
	if err != nil {
		return false
	}
	m.tr, m.tried = full, tried
	m.read()
	m.tr.Schedule = make([]trace.Key, len(m.atoms))
	for i, a := range m.atoms {
		m.tr.Schedule[i] = a.key
	}
	return true
}

// with is the trace with other atoms, without steps. Atoms of threads that are not started by
// one before are left out.
func (m *minimiser) with(atoms []atom) *trace.Trace {
	out := m.tr.Machine()
	number := map[int]int{0: 0, trace.StaticThread: trace.StaticThread}
	start := func(a *atom) {
		for _, c := range a.children {
			number[c] = len(number) - 1
		}
	}
	out.Schedule = nil
	for i := range atoms {
		a := &atoms[i]
		n, ok := number[a.key.Thread]
		if !ok {
			continue
		}
		k := a.key
		k.Thread = n
		out.Schedule = append(out.Schedule, k)
		start(a)
	}
	start(&m.last)
	out.Inputs = nil
	for _, in := range m.tr.Inputs {
		if n, ok := number[in.Thread]; ok {
			in.Key.Thread = n
			out.Inputs = append(out.Inputs, in)
		}
	}
	if n, ok := number[out.Violation.Thread]; ok {
		out.Violation.Thread = n
	}
	return out
}

// drop leaves out whole threads and the last steps of threads while that is
// possible. The thread of the violation needs all of its own.
func (m *minimiser) drop() {
	for again := true; again && m.budget > 0; {
		again = false
		for t := m.threads() - 1; t >= 0; t-- {
			if t == m.tr.Violation.Thread {
				continue
			}
			for n := m.count(t); n > 0; {
				if !m.try(m.without(t, n)) {
					if n == 1 {
						break
					}
					// All of them, then the last one, two, four, ...
					n = min(n, m.count(t))
					if n == m.count(t) {
						n = 2
					}
					n = max(1, n/2)
					continue
				}
				again = true
				if t >= m.threads() || t == m.tr.Violation.Thread {
					break // numbered anew
				}
				n = min(2*n, m.count(t))
			}
		}
	}
}

// threads is one more than the largest number of a thread with atoms.
func (m *minimiser) threads() int {
	n := 1
	for i := range m.atoms {
		n = max(n, m.atoms[i].key.Thread+1)
	}
	return n
}

// count is the number of atoms of a thread.
func (m *minimiser) count(t int) int {
	n := 0
	for i := range m.atoms {
		if m.atoms[i].key.Thread == t {
			n++
		}
	}
	return n
}

// without is the list of atoms without the last n of a thread, and without
// those of threads that are not started then.
func (m *minimiser) without(t, n int) []atom {
	keep := m.count(t) - n
	return slices.DeleteFunc(slices.Clone(m.atoms), func(a atom) bool {
		if a.key.Thread != t {
			return false
		}
		keep--
		return keep < 0
	})
}

// switches counts the changes from one thread to another.
func (m *minimiser) switches() int { return switchesOf(m.atoms, m.tr.Violation.Thread) }

func switchesOf(atoms []atom, end int) int {
	n := 0
	for i := range atoms {
		next := end
		if i+1 < len(atoms) {
			next = atoms[i+1].key.Thread
		}
		if next != atoms[i].key.Thread {
			n++
		}
	}
	return n
}
