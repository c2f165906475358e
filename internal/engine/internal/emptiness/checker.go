package emptiness

import (
	"context"
	"encoding/binary"
	"slices"

	"whittle.dev/internal/engine/internal/factor"
	"whittle.dev/internal/engine/internal/querycache"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// Counts says how questions whether a part can be satisfied were decided.
type Counts struct {
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
func (c Counts) Each(count func(name string, n int64)) {
	count("emptiness checks", c.Asked)
	count("emptiness syntactic", c.Syntactic)
	count("emptiness by intervals", c.Interval)
	count("emptiness by a model", c.Model)
	count("emptiness from the cache", c.Cached)
	count("emptiness by the solver", c.Solver)
}

// Checker decides whether parts can be satisfied (section 2.4: the emptiness check). It tries what is
// cheap first: whether the condition or its negation is a conjunct already, a model of the parts that a part
// was made of, the bounds of one symbol, earlier answers (section 4), and then the solver.
type Checker struct {
	s       *term.Store
	ctx     context.Context
	NoCache bool
	// NoModels does not try the models of the parts.
	NoModels bool
	// NoIntervals asks the solver also what bounds decide.
	NoIntervals bool
	solver      smt.Solver
	asked       int // questions to the present solver
	limit       int64
	wrap        func(*term.Store, smt.Solver) smt.Solver
	known       map[string]Answer // by conjKey
	shared      sharedAnswers
	Counts      Counts
	// Factorer simplifies what the solver is given; nil: nothing does.
	Factorer *factor.Factorer
}

// Config says what spares questions, and limits the work for one.
type Config struct {
	// NoCache asks the solver each question anew.
	NoCache bool
	// NoModels does not try the models of the parts that a question is made of.
	NoModels bool
	// Queries holds answers that this checker has in common with others; nil: it has none.
	Queries *querycache.Cache
	// Conflicts bounds the effort for one question; 0: no bound.
	Conflicts int64
	// Wrap puts something around each solver; nil: nothing.
	Wrap func(*term.Store, smt.Solver) smt.Solver
}

// New returns a checker for a store.
func New(ctx context.Context, st *term.Store, cfg Config) Checker {
	return Checker{
		s: st, ctx: ctx, NoCache: cfg.NoCache, NoModels: cfg.NoModels, limit: cfg.Conflicts, wrap: cfg.Wrap,
		known: map[string]Answer{}, shared: sharedAnswers{cache: cfg.Queries},
	}
}

// Answer is an answer of the solver to some conjuncts.
type Answer struct {
	Status smt.Status // Unknown: there is none
	Model  term.Map   // of all their symbols; nil unless Sat
}

// solverQuestions is how many questions one solver is asked: it keeps what it made of them.
const solverQuestions = 2000

// Syntactic decides whether parts that can be satisfied are so together with c, if c or its negation is one
// of their conjuncts. Then the parts stay as they are.
func (e *Checker) Syntactic(parts []*Part, c term.Term) smt.Status {
	answer, no := smt.Unknown, e.s.Not(c)
	for _, p := range parts {
		if _, ok := slices.BinarySearch(p.Conj, c); ok {
			answer = smt.Sat
		} else if _, ok := slices.BinarySearch(p.Conj, no); ok {
			answer = smt.Unsat
		}
		if answer != smt.Unknown {
			e.Counts.Asked++
			e.Counts.Syntactic++
			break
		}
	}
	return answer
}

// Check decides p, which was made of parts that can be satisfied and the conjunct c, and gives p its model.
func (e *Checker) Check(p *Part, of []*Part, c term.Term) smt.Status {
	e.Counts.Asked++
	if !e.NoModels {
		if model, ok := Models(of); ok {
			if v, err := e.s.Eval(c, Model{e.s, model}); err == nil && v.Bool() {
				e.Counts.Model++
				p.Model = model
				return smt.Sat
			}
		}
	}
	if !e.NoIntervals {
		if answer, m := e.interval(p); answer != smt.Unknown {
			e.Counts.Interval++
			p.Model = m
			return answer
		}
	}
	key := conjKey(p.Conj)
	var old Answer
	if !e.NoCache {
		if a, ok := e.known[key]; ok {
			e.Counts.Cached++
			p.Model = a.Model
			return a.Status
		}
		// The shared cache knows the same question with other symbols.
		found, sure := e.lookUp(p.Conj)
		if sure {
			e.Counts.Cached++
			e.Counts.Shared++
			e.known[key] = found
			p.Model = found.Model
			return found.Status
		}
		old = found
	}
	e.Counts.Solver++
	a := e.Solve(p.Conj, p.Syms)
	if a.Status == smt.Unknown {
		e.Counts.Unknown++
	}
	p.Model = a.Model
	if a.Status != smt.Unknown && !e.NoCache {
		e.known[key] = a
		e.share(a, old)
	}
	return a.Status
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

// Solve asks the solver whether conjuncts can be satisfied, and for values of symbols.
func (e *Checker) Solve(conj, syms []term.Term) Answer {
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
		if e.Factorer != nil {
			c = e.Factorer.Apply(c)
		}
		if err := e.solver.Assert(c); err != nil {
			return Answer{}
		}
	}
	a := Answer{Status: e.solver.Check(e.ctx).Status}
	if a.Status == smt.Sat {
		a.Model = make(term.Map, len(syms))
		for _, sym := range syms {
			v, ok := e.solver.Value(sym)
			if !ok {
				v = e.s.ZeroValue(e.s.Sort(sym))
			}
			a.Model[sym] = v
		}
	}
	return a
}

// Add adds the counts of others.
func (c *Counts) Add(d Counts) {
	c.Asked += d.Asked
	c.Syntactic += d.Syntactic
	c.Interval += d.Interval
	c.Model += d.Model
	c.Cached += d.Cached
	c.Shared += d.Shared
	c.Solver += d.Solver
	c.Unknown += d.Unknown
}
