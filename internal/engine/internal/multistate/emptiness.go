package multistate

import (
	"context"
	"encoding/binary"
	"slices"

	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// EmptinessCounts tells how questions whether a part can be satisfied were decided.
type EmptinessCounts struct {
	Asked int64 // in all
	// Syntactic counts those whose answer is seen, since the conjunct or its negation is there already.
	Syntactic int64
	Interval  int64 // by the bounds that comparisons with constants give
	Model     int64 // by a model of the parts that it was made of
	Cached    int64 // by an earlier answer about the same formula up to names
	Shared    int64 // of these, by one that another goroutine or run has found
	Solver    int64 // by the solver
	// Unknown counts those that the solver did not decide: what they ask about
	// is taken to be satisfiable.
	Unknown int64
}

// emptiness decides whether parts can be satisfied (section 2.4: the emptiness check).
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
	shared      recaller
	counts      EmptinessCounts
}

func newEmptiness(ctx context.Context, st *term.Store, cfg Config) emptiness {
	return emptiness{
		s: st, ctx: ctx, noCache: cfg.NoCache, noModels: cfg.NoModels, limit: cfg.Conflicts, wrap: cfg.Wrap,
		known: map[string]answer{}, shared: recaller{cache: cfg.Queries},
	}
}

// answer is a remembered answer; the values are those of the symbols of the part, in their order.
type answer struct {
	status smt.Status
	values []term.Value
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

// check decides p, which was made of parts that can be satisfied and the conjunct c, and
// gives p its model.
func (e *emptiness) check(p *part, of []*part, c term.Term) smt.Status {
	e.counts.Asked++
	model := term.Map{}
	known := !e.noModels
	for _, q := range of {
		if q.model == nil {
			known = false
		}
		for _, sym := range q.syms {
			if v, ok := q.model[sym]; ok {
				model[sym] = v
			}
		}
	}
	if known {
		if v, err := e.s.Eval(c, Model{e.s, model}); err == nil && v.Bool() {
			e.counts.Model++
			p.model = model
			return smt.Sat
		}
	}
	if !e.noIntervals {
		if answer, m := e.interval(p); answer != smt.Unknown {
			e.counts.Interval++
			p.model = m
			return answer
		}
	}
	// The shared cache knows the same question with other symbols.
	syms, key := p.syms, conjKey(p.conj)
	var found recalled
	if !e.noCache {
		if a, ok := e.known[key]; ok {
			e.counts.Cached++
			p.model = assignment(syms, a)
			return a.status
		}
		k, sure := e.recall(p.conj)
		if sure {
			e.counts.Cached++
			e.counts.Shared++
			e.known[key] = k.answer(syms)
			p.model = k.model
			return k.status
		}
		found = k
	}
	e.counts.Solver++
	a := e.solve(p, syms)
	if a.status == smt.Unknown {
		e.counts.Unknown++
	}
	p.model = assignment(syms, a)
	if a.status != smt.Unknown && !e.noCache {
		e.known[key] = a
		e.share(a.status, p.model, found)
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

// assignment gives symbols the values of an answer.
func assignment(syms []term.Term, a answer) term.Map {
	if a.status != smt.Sat {
		return nil
	}
	m := make(term.Map, len(syms))
	for i, sym := range syms {
		m[sym] = a.values[i]
	}
	return m
}

func (e *emptiness) solve(p *part, syms []term.Term) answer {
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
	for _, c := range p.conj {
		if err := e.solver.Assert(c); err != nil {
			return answer{}
		}
	}
	a := answer{status: e.solver.Check(e.ctx).Status}
	if a.status == smt.Sat {
		for _, sym := range syms {
			v, ok := e.solver.Value(sym)
			if !ok {
				v = e.s.ZeroValue(e.s.Sort(sym))
			}
			a.values = append(a.values, v)
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
