package multistate

import (
	"context"
	"encoding/binary"
	"slices"

	"whittle.dev/internal/engine/internal/factor"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// EmptinessCounts says how questions whether a part can be satisfied were decided.
type EmptinessCounts struct {
	Asked int64 // in all
	// Syntactic counts those whose answer is seen, since the conjunct or its negation is there already.
	Syntactic int64
	Interval  int64 // by the bounds that comparisons with constants give
	Model     int64 // by a model of the parts that it was made of
	Cached    int64 // by an earlier answer about the same formula up to names
	Shared    int64 // of these, by one that another goroutine or run has found
	Solver    int64 // by the solver
	// Unknown counts those that the solver did not decide: what they ask about is taken to be satisfiable.
	Unknown int64
}

// Each tells of the counts, in a fixed order.
func (c EmptinessCounts) Each(count func(name string, n int64)) {
	count("emptiness checks", c.Asked)
	count("emptiness syntactic", c.Syntactic)
	count("emptiness by intervals", c.Interval)
	count("emptiness by a model", c.Model)
	count("emptiness from the cache", c.Cached)
	count("emptiness by the solver", c.Solver)
}

// emptiness decides whether parts can be satisfied (section 2.4: the emptiness check). It tries what is
// cheap first: whether the condition or its negation is a conjunct already, a model of the parts that a part
// was made of, the bounds of one symbol, earlier answers (section 4), and then the solver.
type emptiness struct {
	s       *term.Store
	ctx     context.Context
	noCache bool
	// noModels does not try the models of the parts.
	noModels bool
	// noIntervals asks the solver also what bounds decide.
	noIntervals bool
	solver      smt.Solver
	asked       int // questions to the present solver
	limit       int64
	wrap        func(*term.Store, smt.Solver) smt.Solver
	known       map[string]answer // by conjKey
	shared      sharedAnswers
	counts      EmptinessCounts
	// factorer simplifies what the solver is given; nil: nothing does.
	factorer *factor.Factorer
}

func newEmptiness(ctx context.Context, st *term.Store, cfg Config) emptiness {
	return emptiness{
		s: st, ctx: ctx, noCache: cfg.NoCache, noModels: cfg.NoModels, limit: cfg.Conflicts, wrap: cfg.Wrap,
		known: map[string]answer{}, shared: sharedAnswers{cache: cfg.Queries},
	}
}

// answer is an answer of the solver to some conjuncts.
type answer struct {
	status smt.Status // Unknown: there is none
	model  term.Map   // of all their symbols; nil unless Sat
}

// solverQuestions is how many questions one solver is asked: it keeps what it made of them.
const solverQuestions = 2000

// syntactic decides whether parts that can be satisfied are so together with c, if c or its negation is one
// of their conjuncts. Then the parts stay as they are.
func (e *emptiness) syntactic(parts []*part, c term.Term) smt.Status {
	answer, no := smt.Unknown, e.s.Not(c)
	for _, p := range parts {
		if _, ok := slices.BinarySearch(p.conj, c); ok {
			answer = smt.Sat
		} else if _, ok := slices.BinarySearch(p.conj, no); ok {
			answer = smt.Unsat
		}
		if answer != smt.Unknown {
			e.counts.Asked++
			e.counts.Syntactic++
			break
		}
	}
	return answer
}

// check decides p, which was made of parts that can be satisfied and the conjunct c, and gives p its model.
func (e *emptiness) check(p *part, of []*part, c term.Term) smt.Status {
	e.counts.Asked++
	if !e.noModels {
		if model, ok := models(of); ok {
			if v, err := e.s.Eval(c, Model{e.s, model}); err == nil && v.Bool() {
				e.counts.Model++
				p.model = model
				return smt.Sat
			}
		}
	}
	if !e.noIntervals {
		if answer, m := e.interval(p); answer != smt.Unknown {
			e.counts.Interval++
			p.model = m
			return answer
		}
	}
	key := conjKey(p.conj)
	var old answer
	if !e.noCache {
		if a, ok := e.known[key]; ok {
			e.counts.Cached++
			p.model = a.model
			return a.status
		}
		// The shared cache knows the same question with other symbols.
		found, sure := e.lookUp(p.conj)
		if sure {
			e.counts.Cached++
			e.counts.Shared++
			e.known[key] = found
			p.model = found.model
			return found.status
		}
		old = found
	}
	e.counts.Solver++
	a := e.solve(p.conj, p.syms)
	if a.status == smt.Unknown {
		e.counts.Unknown++
	}
	p.model = a.model
	if a.status != smt.Unknown && !e.noCache {
		e.known[key] = a
		e.share(a, old)
	}
	return a.status
}

// conjKey names a set of conjuncts, which ascend. Their conjunction would not do: it may leave out
// a conjunct that follows from the others, and with it symbols that need a value.
func conjKey(conj []term.Term) string {
	b := make([]byte, 0, 4*len(conj))
	for _, c := range conj {
		b = binary.LittleEndian.AppendUint32(b, uint32(c))
	}
	return string(b)
}

// solve asks the solver whether conjuncts can be satisfied, and for values of symbols.
func (e *emptiness) solve(conj, syms []term.Term) answer {
	if e.solver == nil || e.asked >= solverQuestions {
		e.solver = native.New(e.s, native.Config{Conflicts: e.limit})
		if e.wrap != nil {
			e.solver = e.wrap(e.s, e.solver)
		}
		e.asked = 0
	}
	e.asked++
	e.solver.Push()
	defer e.solver.Pop()
	for _, c := range conj {
		if e.factorer != nil {
			c = e.factorer.Apply(c)
		}
		if err := e.solver.Assert(c); err != nil {
			return answer{}
		}
	}
	a := answer{status: e.solver.Check(e.ctx).Status}
	if a.status == smt.Sat {
		a.model = make(term.Map, len(syms))
		for _, sym := range syms {
			v, ok := e.solver.Value(sym)
			if !ok {
				v = e.s.ZeroValue(e.s.Sort(sym))
			}
			a.model[sym] = v
		}
	}
	return a
}

// Add adds the counts of others.
func (c *EmptinessCounts) Add(d EmptinessCounts) {
	c.Asked += d.Asked
	c.Syntactic += d.Syntactic
	c.Interval += d.Interval
	c.Model += d.Model
	c.Cached += d.Cached
	c.Shared += d.Shared
	c.Solver += d.Solver
	c.Unknown += d.Unknown
}
