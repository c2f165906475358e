package step_test

import (
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/step"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/randcfa"
	"whittle.dev/internal/testing/randprog"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/term"
)

// TestEffects executes random programs by their effects alone, beside interp, which is told what each edge
// did: conditions, addresses, values and results must be the same.
func TestEffects(t *testing.T) {
	kinds := map[string]func(seed int64) *cfa.Program{
		"automaton": randcfa.NewRacy,
		"mixed":     func(seed int64) *cfa.Program { return program(t, randprog.NewMixed(seed)) },
		"owning":    func(seed int64) *cfa.Program { return program(t, randprog.NewOwning(seed)) },
		"waiting":   func(seed int64) *cfa.Program { return program(t, randprog.NewWaiting(seed)) },
	}
	seen := map[string]int{}
	for name, make := range kinds {
		for seed := range testflag.Seeds(6) {
			s := &shadow{p: make(seed), seen: seen}
			if err := s.run(t, uint64(seed)); err != nil {
				t.Errorf("%s %d: %v", name, seed, err)
			}
		}
	}
	for _, op := range []cfa.Op{cfa.Assign{}, cfa.Assume{}, cfa.Havoc{}, cfa.Load{}, cfa.Store{}, cfa.Spawn{},
		cfa.Join{}, cfa.Call{}, cfa.Return{}, cfa.Alloc{}, cfa.Free{}, cfa.AtomicBegin{}, cfa.AtomicEnd{},
		cfa.Await{}} {
		if seen[cfa.OpName(op)] == 0 {
			t.Errorf("no %s was executed", cfa.OpName(op))
		}
	}
}

func program(t *testing.T, text string) *cfa.Program {
	return compiled.Lowered(t, compiled.File("random.c", text))
}

// shadow is a machine that knows effects.
type shadow struct {
	p       *cfa.Program
	threads []thread
	memory  map[uint64]byte   // what is known
	sizes   map[uint64]uint64 // of objects that were made
	undo    *shadow           // the state before the section that a thread is in
	seen    map[string]int
	err     error
}

type thread struct {
	frames []frame
	fields map[cfa.RegID]term.Value // registers of the thread
	depth  int8
	result term.Value
}

type frame struct {
	proc cfa.ProcID
	regs map[cfa.RegID]term.Value
	set  cfa.RegID // by the result
}

// run makes a random execution.
func (s *shadow) run(t *testing.T, seed uint64) error {
	s.memory, s.sizes = map[uint64]byte{}, map[uint64]uint64{}
	m, err := interp.New(s.p, interp.Config{Decider: interp.NewRandom(seed), MaxSteps: 3000, Observer: s})
	if err != nil {
		return err
	}
	s.begin(s.p.Entry, nil, 0)
	r := rand.New(rand.NewPCG(seed, 7))
	for blocked := 0; blocked < 100 && s.err == nil; {
		ev, err := m.StepVisible(t.Context(), r.IntN(m.NumThreads()))
		switch {
		case err != nil:
			return err
		case ev == interp.Stopped:
			return s.err
		case ev == interp.Blocked || ev == interp.Finished:
			blocked++
		default:
			blocked = 0
		}
		if ev == interp.Blocked && s.undo != nil {
			*s = *s.undo
		}
	}
	return s.err
}

// begin makes a thread that runs a procedure.
func (s *shadow) begin(proc cfa.ProcID, args []term.Value, index int) {
	t := thread{fields: map[cfa.RegID]term.Value{}}
	if s.p.Self != cfa.NoReg {
		t.fields[s.p.Self] = s.pointer(uint64(index + 1))
	}
	s.threads = append(s.threads, t)
	s.enter(&s.threads[index], proc, args, cfa.NoReg)
}

func (s *shadow) enter(t *thread, proc cfa.ProcID, args []term.Value, set cfa.RegID) {
	f := frame{proc: proc, regs: map[cfa.RegID]term.Value{}, set: set}
	for i, r := range s.p.Procs[proc].Params {
		if i < len(args) && args[i].Sort() == s.p.Regs[r].Sort {
			f.regs[r] = args[i]
		}
	}
	t.frames = append(t.frames, f)
}

// clone copies what changes.
func (s *shadow) clone() *shadow {
	c := *s
	c.memory, c.sizes, c.threads = maps.Clone(s.memory), maps.Clone(s.sizes), nil
	for _, t := range s.threads {
		u := t
		u.fields, u.frames = maps.Clone(t.fields), nil
		for _, f := range t.frames {
			f.regs = maps.Clone(f.regs)
			u.frames = append(u.frames, f)
		}
		c.threads = append(c.threads, u)
	}
	return &c
}

// Value implements term.Assignment for the thread that moves.
type registers struct {
	s *shadow
	t *thread
}

func (r registers) Value(sym term.Term) (term.Value, bool) {
	for i := range r.s.p.Regs {
		if id := cfa.RegID(i); r.s.p.Sym(id) == sym {
			return r.get(id), true
		}
	}
	return term.Value{}, false
}

func (r registers) home(id cfa.RegID) map[cfa.RegID]term.Value {
	if r.s.p.Regs[id].Scope == cfa.Thread {
		return r.t.fields
	}
	return r.t.frames[len(r.t.frames)-1].regs
}

func (r registers) get(id cfa.RegID) term.Value {
	if v, ok := r.home(id)[id]; ok {
		return v
	}
	return r.s.p.Terms.ZeroValue(r.s.p.Regs[id].Sort)
}

func (r registers) set(id cfa.RegID, v term.Value) {
	if id != cfa.NoReg {
		r.home(id)[id] = v
	}
}

func (s *shadow) pointer(n uint64) term.Value { return term.BVValue(s.p.PtrWidth, n) }

// word is a value of a register's sort from two words.
func word(sort term.Sort, lo, hi uint64) term.Value {
	var none term.Sort
	switch {
	case sort == none:
		return term.Value{}
	case sort.IsBool():
		return term.BoolValue(lo != 0)
	}
	n := new(big.Int).SetUint64(hi)
	n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(lo))
	n.And(n, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(sort.Width())), big.NewInt(1)))
	return term.BVValueBig(sort.Width(), n)
}

// Executed implements interp.Observer.
func (s *shadow) Executed(e *cfa.Edge, x *interp.Executed) bool {
	s.seen[cfa.OpName(e.Op)]++
	if s.err == nil {
		if err := s.executed(e, x); err != nil {
			s.err = fmt.Errorf("edge %d, %s: %w", e.ID, cfa.OpName(e.Op), err)
		}
	}
	return true
}

func (s *shadow) executed(e *cfa.Edge, x *interp.Executed) error {
	eff := step.Of(s.p, e.Op)
	if dst, value, ok := step.Computes(e.Op); ok != (eff.From == step.Computed) ||
		ok && (dst != eff.Set || value != eff.Value) {
		return fmt.Errorf("computes (%v, %d, %d), but its effect is %+v", ok, dst, value, eff)
	}
	if eff.Section > 0 && s.threads[x.Thread].depth == 0 {
		s.undo = nil
		s.undo = s.clone()
	}
	t := &s.threads[x.Thread]
	r := registers{s, t}
	eval := func(u term.Term) term.Value {
		v, err := s.p.Terms.Eval(u, r)
		if err != nil && s.err == nil {
			s.err = err
		}
		return v
	}
	if eff.Guard != term.None && !eval(eff.Guard).Bool() {
		return fmt.Errorf("it is taken and its guard is false")
	}
	if t.depth += eff.Section; t.depth == 0 {
		s.undo = nil
	}
	var sort term.Sort
	if eff.Set != cfa.NoReg {
		sort = s.p.Regs[eff.Set].Sort
	}
	if a := eff.Access; a.Kind != step.NoAccess {
		if at := eval(a.Addr).Big().Uint64(); at != x.Addr {
			return fmt.Errorf("the address is %#x, not %#x", x.Addr, at)
		}
		if err := s.access(a, sort, x, eval); err != nil {
			return err
		}
	}
	switch got := word(sort, x.Lo, x.Hi); eff.From {
	case step.Computed:
		v := eval(eff.Value)
		if v.Sort() == sort && sort.Width() <= 64 && !same(v, got) {
			return fmt.Errorf("the value is %v, not %v", got, v)
		}
		r.set(eff.Set, v)
	case step.Input, step.Loaded:
		r.set(eff.Set, got)
	case step.Allocated:
		r.set(eff.Set, s.pointer(x.Addr))
		s.sizes[x.Addr] = x.Lo
		s.forget(x.Addr)
	case step.Joined:
		r.set(eff.Set, s.threads[x.Child].result)
	}
	switch {
	case eff.Enters:
		proc := eff.Proc
		if proc == cfa.NoProc {
			proc = s.function(eval(eff.Target).Big().Uint64())
		}
		var args []term.Value
		for i, a := range eff.Args {
			args = append(args, eval(a))
			if got := word(args[i].Sort(), x.Args[i][0], x.Args[i][1]); !same(got, args[i]) {
				return fmt.Errorf("argument %d is %v, not %v", i, got, args[i])
			}
		}
		if eff.From == step.Started {
			r.set(eff.Set, s.pointer(uint64(x.Child+1)))
			s.begin(proc, args, x.Child)
			break
		}
		s.enter(t, proc, args, eff.Set)
	case eff.Ends == step.ProcedureEnds || eff.Ends == step.ThreadEnds:
		return s.leave(r, eff, x, eval)
	}
	return s.err
}

// same compares values of one sort.
func same(a, b term.Value) bool {
	if a.Sort().IsBool() {
		return a.Bool() == b.Bool()
	}
	return a.Big().Cmp(b.Big()) == 0
}

// leave ends a procedure or a thread.
func (s *shadow) leave(r registers, eff step.Effect, x *interp.Executed,
	eval func(term.Term) term.Value) error {
	t := r.t
	result := term.BVValue(s.p.PtrWidth, 0)
	if eff.Value != term.None {
		result = eval(eff.Value)
		if got := word(result.Sort(), x.Lo, x.Hi); eff.Ends == step.ProcedureEnds && !same(got, result) {
			return fmt.Errorf("the result is %v, not %v", got, result)
		}
	}
	set := t.frames[len(t.frames)-1].set
	t.frames = t.frames[:len(t.frames)-1]
	if eff.Ends == step.ProcedureEnds && len(t.frames) > 0 {
		if set != cfa.NoReg && eff.Value != term.None {
			r.set(set, result)
		}
		return nil
	}
	t.result = s.pointer(0)
	if w := s.p.PtrWidth; eff.Value != term.None && result.Sort().Width() == w {
		t.result = result
	}
	return nil
}

// access compares what is known of memory with what was read, and notes it.
func (s *shadow) access(a step.Access, sort term.Sort, x *interp.Executed,
	eval func(term.Term) term.Value) error {
	if a.Kind == step.Release {
		s.forget(x.Addr)
		return nil
	}
	v := word(sort, x.Lo, x.Hi)
	if a.Kind == step.Write {
		v = eval(a.Value)
		if got := word(v.Sort(), x.Lo, x.Hi); !same(got, v) {
			return fmt.Errorf("%v is stored, not %v", got, v)
		}
	}
	if uint64(v.Sort().Width()) != 8*a.Size {
		return fmt.Errorf("%d bytes of a value with %d bits", a.Size, v.Sort().Width())
	}
	for i := range a.Size {
		b := byte(new(big.Int).Rsh(v.Big(), uint(8*i)).Uint64())
		if known, ok := s.memory[x.Addr+i]; ok && a.Kind == step.Read && known != b {
			return fmt.Errorf("byte %d is %d, not %d", i, b, known)
		}
		s.memory[x.Addr+i] = b
	}
	return nil
}

// forget drops what is known of an object.
func (s *shadow) forget(addr uint64) {
	for i := range s.sizes[addr] {
		delete(s.memory, addr+i)
	}
}

// function is the procedure whose address this is.
func (s *shadow) function(addr uint64) cfa.ProcID {
	for _, o := range s.p.Objects {
		if o.Kind == cfa.Func && o.Addr == addr {
			return o.Proc
		}
	}
	return cfa.NoProc
}
