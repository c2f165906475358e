package multistate

import (
	"context"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/internal/portable"
	"whittle.dev/internal/engine/internal/querycache"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Config says how states are kept and limits the work for one step.
type Config struct {
	// Whole keeps the path condition as one formula; else it is divided into parts
	// that share no symbol.
	Whole bool
	// NoCache asks the solver each question about emptiness anew.
	NoCache bool
	// Queries holds answers to questions about emptiness that this stepper has in common with others; nil: it
	// has none.
	Queries *querycache.Cache
	// NoModels does not try the models of the parts that a question is made of.
	NoModels bool
	// NoIndependence interleaves an access with the steps of other threads although
	// it commutes with all that they can still do.
	NoIndependence bool
	// NoSymmetry tells states apart that differ only in the numbers of their threads; see symmetry.go.
	NoSymmetry bool
	// NoTau ends a step at each head of a loop, and before each operation that others
	// could tell even if there are no others.
	NoTau bool
	// NoSections interleaves the accesses in the scope of a lock, and sections that commute with what other
	// threads do; see section.go and lock.go.
	NoSections bool
	// NoWake lets a thread that has stopped go on in steps of its own only; see wake.go.
	NoWake bool
	// NoElements takes each access to touch the whole of an object where it matters to other threads; see
	// span.go.
	NoElements bool
	// NoJoins makes the end of each thread that another one waits for a step of the latter, and lets
	// it wait for one after the other; see debt.go.
	NoJoins bool
	// MaxValues is how many values an address, a size or a target may have in one
	// state; 0: the default.
	MaxValues int
	// MaxEdges bounds the edges of one step; 0: the default.
	MaxEdges int
	// MaxDepth bounds the nested calls; 0: the default.
	MaxDepth int
	// Conflicts bounds the effort for one question; 0: no bound.
	Conflicts int64
	// Wrap puts something around each solver; nil: nothing.
	Wrap func(*term.Store, smt.Solver) smt.Solver
}

const (
	defaultValues = 256
	defaultEdges  = 200_000
	defaultDepth  = 2_000
	// localEdges is how many local edges run before the head of a loop ends a step, even
	// if no condition on symbols was met.
	localEdges = 1_000
)

func orDefault(n, def int) int {
	if n == 0 {
		return def
	}
	return n
}

// Stepper computes the successors of states. It belongs to one goroutine.
type Stepper struct {
	p         *program
	s         *term.Store
	cfg       Config
	ctx       context.Context
	emptiness emptiness
	inputs    *Renamer
	symbols   map[term.Term][]term.Term
	numbers   map[term.Term]int // of the symbols of inputs
	rec       *Recorder         // nil unless one execution is followed
	unique    int
	gen       uint64
	memo      []term.Term // of eval, by handle of a term of the program
	stamp     []uint32
	epoch     uint32
	encoder   encoder
	part      encoder           // scratch of permuted
	members   []member          // scratch of permuted
	portable  *portable.Encoder // nil until it is needed
	future    *future           // nil: not used
	ids       *future           // for symmetry; nil: not used
	facts     *future           // the one that future or ids is; nil: none was computed
	cuts      map[string]sets   // of cut
	shutMemo  map[guarded]bool  // of shut
	may       map[place]*may    // of mayFrom
	mayEdges  int               // that it has looked at

	zeros map[cfa.ProcID][]term.Term // of new frames
}

// NewStepper returns a stepper for a program, whose terms must be frozen.
func NewStepper(ctx context.Context, prog *cfa.Program, cfg Config) (*Stepper, error) {
	p, err := newProgram(ctx, prog)
	if err != nil {
		return nil, err
	}
	cfg.MaxValues = orDefault(cfg.MaxValues, defaultValues)
	cfg.MaxEdges = orDefault(cfg.MaxEdges, defaultEdges)
	cfg.MaxDepth = orDefault(cfg.MaxDepth, defaultDepth)
	x := newStepper(ctx, p, cfg)
	independence := !cfg.NoIndependence && !cfg.NoTau
	if startsThreads(prog) && (independence || !cfg.NoSymmetry) {
		f, err := newFuture(ctx, prog)
		if err != nil {
			return nil, err
		}
		x.facts = f
		x.p.abstract(f)
		if independence {
			x.future = f
			x.findGuards(f)
		}
		if !cfg.NoSymmetry {
			x.ids = f
		}
	}
	return x, nil
}

// newStepper returns a stepper that knows nothing of futures; the limits in cfg are set.
func newStepper(ctx context.Context, p *program, cfg Config) *Stepper {
	return &Stepper{
		p: p, s: p.terms, cfg: cfg, ctx: ctx, emptiness: newEmptiness(ctx, p.terms, cfg),
		inputs:  NewRenamer(p.terms, "in!"),
		symbols: map[term.Term][]term.Term{}, numbers: map[term.Term]int{},
		zeros: map[cfa.ProcID][]term.Term{},
		memo:  make([]term.Term, len(p.regOf)), stamp: make([]uint32, len(p.regOf)),
		cuts: map[string]sets{}, shutMemo: map[guarded]bool{}, may: map[place]*may{},
	}
}

// Terms is the store of the terms of all states.
func (x *Stepper) Terms() *term.Store { return x.s }

// Emptiness returns the counts of questions about emptiness.
func (x *Stepper) Emptiness() EmptinessCounts { return x.emptiness.counts }

func (x *Stepper) symbol(n int, sort term.Sort) term.Term {
	sym := x.inputs.Symbol(n, sort)
	x.numbers[sym] = n
	return sym
}

// Initial returns the state before the first step.
func (x *Stepper) Initial() *State {
	st := &State{objects: append([]*object(nil), x.p.writable...)}
	x.gen++
	st.gen = x.gen
	x.start(st, x.p.Entry)
	return st
}

// start adds a thread and returns its number.
func (x *Stepper) start(st *State, proc cfa.ProcID) int {
	t := &thread{id: uint64(len(st.threads) + 1), gen: st.gen, exit: term.None}
	for _, r := range x.p.shared {
		t.shared = append(t.shared, x.zero(x.p.Regs[r].Sort))
	}
	if x.p.Self != cfa.NoReg {
		t.shared[x.p.slot[x.p.Self]] = x.s.BV(x.p.PtrWidth, t.id)
	}
	t.frames = []frame{x.frame(x.p.procs[proc])}
	st.threads = append(st.threads, t)
	return len(st.threads) - 1
}

// frame is a new activation; its registers are zero, as those of an
// execution by package interp.
func (x *Stepper) frame(proc *procedure) frame {
	zeros := x.zeros[proc.ID]
	if zeros == nil {
		zeros = make([]term.Term, len(proc.locals))
		for i, r := range proc.locals {
			zeros[i] = x.zero(x.p.Regs[r].Sort)
		}
		x.zeros[proc.ID] = zeros
	}
	return frame{proc: proc, loc: proc.Entry, regs: append([]term.Term(nil), zeros...)}
}

func (x *Stepper) zero(sort term.Sort) term.Term {
	if sort.IsBool() {
		return x.s.False()
	}
	return x.s.BV(sort.Width(), 0)
}

// eval returns the value of a term of the program in the innermost frame of a thread.
func (x *Stepper) eval(t term.Term, th *thread) term.Term {
	if t == term.None {
		return t
	}
	if x.epoch++; x.epoch == 0 { // after four billion terms the stamps begin anew
		clear(x.stamp)
		x.epoch = 1
	}
	return x.value(t, th, th.top())
}

func (x *Stepper) value(t term.Term, th *thread, f *frame) term.Term {
	s := x.s
	switch s.Op(t) {
	case term.OpConst:
		return t
	case term.OpSymbol:
		return x.register(x.p.regOf[t], th, f)
	}
	if x.stamp[t] == x.epoch {
		return x.memo[t]
	}
	var buf [4]term.Term
	args := buf[:0]
	for i := range s.NumArgs(t) {
		args = append(args, x.value(s.Arg(t, i), th, f))
	}
	var params [2]int
	hi, lo := s.Params(t)
	params[0], params[1] = hi, lo
	v := s.Mk(s.Op(t), params[:s.Op(t).NumParams()], args...)
	x.stamp[t], x.memo[t] = x.epoch, v
	return v
}

func (x *Stepper) register(r cfa.RegID, th *thread, f *frame) term.Term {
	v := term.None
	if x.p.Regs[r].Scope == cfa.Thread {
		v = th.shared[x.p.slot[r]]
	} else {
		v = f.regs[x.p.slot[r]]
	}
	if v == term.None {
		v = x.zero(x.p.Regs[r].Sort) // dead: its value does not matter
	}
	return v
}

// assign sets a register of a thread that may be changed.
func (x *Stepper) assign(r cfa.RegID, v term.Term, th *thread) {
	switch {
	case r == cfa.NoReg:
	case x.p.Regs[r].Scope == cfa.Thread:
		th.shared[x.p.slot[r]] = v
	default:
		th.top().regs[x.p.slot[r]] = v
	}
}

// fit truncates or extends a value to a sort, as calls that disagree with the definition do.
func (x *Stepper) fit(v term.Term, sort term.Sort) term.Term {
	s := x.s
	from := s.Sort(v)
	switch {
	case from == sort:
		return v
	case sort.IsBool():
		return s.Eq(s.Extract(0, 0, v), s.BV(1, 1))
	case from.IsBool():
		return s.Ite(v, s.BV(sort.Width(), 1), s.BV(sort.Width(), 0))
	case from.Width() < sort.Width():
		return s.ZeroExt(sort.Width()-from.Width(), v)
	}
	return s.Extract(sort.Width()-1, 0, v)
}
