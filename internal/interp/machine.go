package interp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/interp/internal/memory"
	"whittle.dev/internal/trace"
)

// Config says how a Machine executes.
type Config struct {
	// Decider makes the choices; nil: Zero{}.
	Decider Decider
	// Output receives what the program prints; nil: prints format nothing, and the number of characters
	// written is an input. ErrOutput receives what goes to standard error; nil drops it.
	Output    io.Writer
	ErrOutput io.Writer
	// MaxSteps is the number of edges after which the outcome is StepLimit; 0: no limit.
	MaxSteps uint64
	// MaxMemory bounds the bytes of memory objects; 0: 2 GiB.
	MaxMemory uint64
	// ReuseAfter is the number of regions that are given to objects before
	// those of dead objects are used again; 0: only when there is no other.
	ReuseAfter uint64
	// Count keeps the occurrences of edges, which the keys of choices and
	// outcomes need; Record keeps everything that a trace needs.
	Count  bool
	Record bool
	// Locks follows who holds which lock; see locks.go.
	Locks bool
	// Jumps has turns of loops made many at a time; see jump.go.
	Jumps bool
	// Cover, if not nil, counts the outcomes of branches.
	Cover *Cover
	// Observer, if not nil, follows the execution. Atomic sections that are undone are not taken back.
	Observer Observer
}

const defaultMemory = 2 << 30

// Machine is the state of one execution of a program. It is not safe for concurrent use.
type Machine struct {
	code    *bytecode.Program
	cfg     Config
	decide  Decider
	mem     *memory.Memory
	names   names
	threads []*thread
	oddIDs  bool // a thread has had another id than the machine proposes
	// owner is the index of the thread that is inside an atomic section, or -1.
	owner   int
	sect    section
	outcome Outcome
	rec     *recorder
	flow    *reliance // what depends on inexact results; nil: not asked for
	out     output    // standard output
	errs    output    // standard error
	// epoch counts the visible steps; see thread.blocked.
	epoch uint64
	steps uint64
	// check is the number of steps at which limits are looked at again.
	check    uint64
	ctx      context.Context
	counting bool
	followed bool // someone is to be told of each edge: the counters, the recorder or the observer
	// chose is set by every choice made since the last section began: a section that was found disabled after
	// a choice may be enabled after another.
	chose bool
	// stuck are the threads of a deadlock among some; nil: all that are left.
	stuck []int
	// drawn is set once an input has been chosen, or a thread among several.
	drawn bool
	// opened is the edge at which the latest section began.
	opened *cfa.Edge
	locks  *lockTable // nil: not followed
	// watch, if not nil, is called with each access.
	watch func(Access)
	args  [][2]uint64 // scratch
	// loops looks for turns to jump; nil: none are jumped.
	loops *loops
	// missed is the object near which an access or a free was that has ended the execution; nil: none.
	missed *memory.Object
	// about are objects that the violation is about besides, and brief is what it is in few words, if that is
	// less than what the outcome says.
	about []*memory.Object
	brief string
	// observed is what the observer is told, and bored is set when it wants to see no more.
	observed Executed
	bored    bool
}

// New returns a machine at the start of the program. The error says what
// makes the program impossible to execute.
func New(p *cfa.Program, cfg Config) (*Machine, error) {
	c, err := bytecode.Compile(p)
	if err != nil {
		return nil, err
	}
	return newMachine(c, cfg), nil
}

func newMachine(c *bytecode.Program, cfg Config) *Machine {
	m := &Machine{}
	m.begin(c, cfg, &thread{})
	return m
}

// Again has the machine execute the program anew.
func (m *Machine) Again(cfg Config) {
	t := m.threads[0]
	*t = thread{regs: t.regs, stack: t.stack, frames: t.frames[:0]}
	clear(t.regs)
	c := m.code
	*m = Machine{}
	m.begin(c, cfg, t)
}

// begin is the start of the program, with a thread that has room for registers and frames perhaps.
func (m *Machine) begin(c *bytecode.Program, cfg Config, first *thread) {
	if cfg.Decider == nil {
		cfg.Decider = Zero{}
	}
	if cfg.MaxMemory == 0 {
		cfg.MaxMemory = defaultMemory
	}
	mem := memory.New(c.CFA, cfg.ReuseAfter)
	*m = Machine{code: c, cfg: cfg, decide: cfg.Decider, mem: mem, names: names{prog: c.CFA, mem: mem},
		owner: -1,
		epoch: 1, ctx: context.Background(), counting: cfg.Count || cfg.Record,
		followed: cfg.Count || cfg.Record || cfg.Observer != nil}
	mem.Choose = m.initByte
	if cfg.Locks {
		m.locks = newLockTable()
	}
	if cfg.Jumps && cfg.Observer == nil && !cfg.Locks {
		m.loops = &loops{m: m}
	}
	m.out.w, m.errs.w = cfg.Output, cfg.ErrOutput
	if cfg.Record {
		m.names.made = newMadeNames()
		m.rec = newRecorder(m)
	}
	m.start(first, c.CFA.Entry, 1)
}

// start adds a thread.
func (m *Machine) start(t *thread, proc cfa.ProcID, id uint64) []uint64 {
	pc := &m.code.Procs[proc]
	t.index, t.id, t.entry = len(m.threads), id, pc
	if t.regs == nil {
		t.regs = make([]uint64, m.code.ThreadWords)
	}
	if self := m.code.CFA.Self; self != cfa.NoReg {
		t.set(nil, m.code.Regs[self], id, 0)
	}
	fr := t.push(pc, bytecode.NoSlots, nil)
	m.threads = append(m.threads, t)
	m.oddIDs = m.oddIDs || id != uint64(len(m.threads))
	return fr
}

// Event says what a step did.
type Event uint8

// The events.
const (
	// Local: an edge that no other thread can see was executed.
	Local Event = iota
	// Inside: an edge inside an atomic section was executed; the section goes on and no other thread may run.
	Inside
	// Visible: a visible step was completed: an access, a whole atomic
	// section, a spawn, a join, a free, an exit.
	Visible
	// Blocked: the thread is disabled. It stands before a Join of a running thread, or at the beginning of a
	// section with a false Await, with all effects of the section undone.
	Blocked
	// Finished: the thread had finished before.
	Finished
	// Stopped: the execution has ended, see Machine.Outcome.
	Stopped
)

// NumThreads is the number of threads started so far.
func (m *Machine) NumThreads() int { return len(m.threads) }

// Finished reports whether thread i has ended.
func (m *Machine) Finished(i int) bool { return m.threads[i].done }

// Outcome is how the execution ended; its Kind is Running before.
func (m *Machine) Outcome() Outcome { return m.outcome }

// Drawn reports whether an input has been chosen so far, or one of several edges that could be taken.
func (m *Machine) Drawn() bool { return m.drawn }

// Entry is the procedure that thread i began with.
func (m *Machine) Entry(i int) cfa.ProcID { return m.threads[i].entry.CFA.ID }

// JoinOf is the index of the thread that the Join waits for at which thread i stands; ok is false if it
// stands at no Join of a thread.
func (m *Machine) JoinOf(i int) (child int, ok bool) {
	t := m.threads[i]
	if t.done {
		return 0, false
	}
	f := t.top()
	l := f.proc.Locs[f.loc]
	if l.Kind != bytecode.OneEdge || f.proc.Edges[l.First].Kind != bytecode.Join {
		return 0, false
	}
	e := &f.proc.Edges[l.First]
	id, _ := m.code.Value(&e.A, f.proc, t.slots(f), t.regs)
	if u := m.byID(id); u != nil {
		return u.index, true
	}
	return 0, false
}

// Ends reports whether the next edge of thread i is one that ends the process.
func (m *Machine) Ends(i int) bool {
	e := m.Next(i)
	if e == nil {
		return false
	}
	switch op := e.Op.(type) {
	case cfa.Exit:
		return op.Kind == cfa.ExitProcess
	case cfa.Return:
		return i == 0 && len(m.threads[i].frames) == 1
	}
	return false
}

// Steps is the number of edges executed so far, those of sections that were undone included.
func (m *Machine) Steps() uint64 { return m.steps }

// Next returns the edge that thread i executes next, and nil when it has
// finished or when that depends on conditions.
func (m *Machine) Next(i int) *cfa.Edge {
	t := m.threads[i]
	if t.done {
		return nil
	}
	f := t.top()
	if l := f.proc.Locs[f.loc]; l.Kind == bytecode.OneEdge {
		return f.proc.Edges[l.First].CFA
	}
	return nil
}

// ErrNotRunnable is the error of a step that the state does not allow.
var ErrNotRunnable = errors.New("interp: another thread is inside an atomic section")

// Step executes one edge of thread i.
func (m *Machine) Step(i int) (Event, error) {
	switch {
	case m.outcome.Kind != Running:
		return Stopped, nil
	case i < 0 || i >= len(m.threads):
		return Stopped, fmt.Errorf("interp: there is no thread %d", i)
	case m.owner >= 0 && m.owner != i:
		return Stopped, ErrNotRunnable
	case m.threads[i].done:
		return Finished, nil
	}
	return m.step(m.threads[i]), nil
}

// StepVisible executes edges of thread i until a visible step is completed,
// the thread is disabled or the execution has ended.
func (m *Machine) StepVisible(ctx context.Context, i int) (Event, error) {
	m.ctx = ctx
	for {
		ev, err := m.Step(i)
		if err != nil || ev > Inside {
			return ev, err
		}
	}
}

// key names the next execution of e by t; after count it must be called with done set.
func (m *Machine) key(t *thread, e *cfa.Edge, done bool) trace.Key {
	k := trace.Key{Thread: t.index, Origin: e.Origin}
	if m.counting {
		k.Occurrence = t.counts.get(e.Origin)
		if done {
			k.Occurrence--
		}
	}
	return k
}

// stop ends the execution.
func (m *Machine) stop(o Outcome, t *thread, e *cfa.Edge) Event {
	if e != nil {
		o.Edge, o.Pos, o.User = e, e.Pos, userPos(t, e)
		o.Key = m.key(t, e, false)
	}
	m.outcome = o
	return Stopped
}

// Deadlocked ends the execution in a deadlock: no thread can go on.
func (m *Machine) Deadlocked() {
	m.stop(Outcome{Kind: Deadlock, What: m.blockedThreads()}, nil, nil)
}

// DeadlockedAmong ends the execution in a deadlock of some threads, which wait for each other for ever.
func (m *Machine) DeadlockedAmong(threads []int) {
	t := m.threads[threads[0]]
	m.stuck = threads
	m.stop(Outcome{Kind: Deadlock, What: m.blockedThreads()}, nil, nil)
	m.outcome.Key = m.key(t, m.Next(t.index), false)
}

// isStuck reports whether a thread is one of those of the deadlock in which the execution ended.
func (m *Machine) isStuck(t *thread) bool {
	return !t.done && (m.stuck == nil || slices.Contains(m.stuck, t.index))
}

// blockedThreads names the threads that are left in a deadlock.
func (m *Machine) blockedThreads() string {
	var names []string
	left := 0
	for _, t := range m.threads {
		if !m.isStuck(t) {
			continue
		}
		if left++; left <= 8 {
			pos := userPosAt(t, t.top().proc.CFA.Locs[t.top().loc].Pos)
			names = append(names, fmt.Sprintf("%s (thread %d) at %s", t.entry.CFA.Name, t.index,
				m.names.position(pos)))
		}
	}
	if left > 8 {
		names = append(names, fmt.Sprintf("%d more", left-8))
	}
	return strings.Join(names, ", ") + " cannot go on"
}
