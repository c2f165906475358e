package cache

import (
	"slices"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// Config holds limits and switches of a Solver. The zero value is the recommended
// configuration.
type Config struct {
	// Bytes bounds what a solver remembers for itself besides the shared Cache: models,
	// cores, and the shapes of terms; 0 means 32 MB. It is an estimate, and what the
	// assertions in force need is not counted against it.
	Bytes int64

	// Candidates bounds how many remembered models are tried on a part before the
	// solver is asked; 0 means 4, negative none.
	Candidates int

	// Verify evaluates each model that the Cache gives before it is believed. It is
	// for caches whose content came from elsewhere.
	Verify bool

	// Switches for tests and measurements.
	Whole    bool // one part
	NoCores  bool // no look-up of cores among the conjuncts
	NoExtend bool // no reuse of the models of the parts that a conjunct joined
}

// Solver is an smt.Solver that asks another one as little as it can. It belongs to
// the goroutine that owns its store. Create one with [New].
type Solver struct {
	st    *term.Store
	inner smt.Solver
	cache *Cache
	cfg   Config

	shaper    shaper
	conjOf    table[int32] // numbers of conjuncts
	conjuncts []conjunct
	symbolOf  table[int32] // numbers of symbols; 0 stands for what is shared without a name
	symbols   []term.Term

	forest  forest
	force   []applied // conjuncts asserted or assumed, in order
	levels  []level
	refused int  // assertions in force that are not Bool
	partial bool // there was a conjunct that is partial

	norm    normaliser
	scratch assignment
	recent  recent
	cores   cores
	bytes   int64 // estimate of what is remembered here

	given    []term.Term // the assumptions of the running Check
	fromWhom []int32     // by entry of force behind the asserted ones: the assumption
	failed   []term.Term
	final    []*part // the parts of the last Sat answer; nil: there is none
	parts    []*part // the memory of final
	values   valuation
	open     []*part
	open0    []*part
	terms    []term.Term
	ids      []int32

	stats counters
}

// conjunct is a Bool term that was asserted or assumed, or an operand of such an "and".
type conjunct struct {
	t      term.Term
	shape  Key
	rank   uint64  // the beginning of shape
	syms   []int32 // in the order of their numbers in the shape
	same   []int32 // by place in syms: the first place that it can be exchanged with; nil: none
	links  []int32 // syms, or more if something else is shared
	nodes  int32   // size of the DAG
	active int32   // how often it is in force
	model  int64   // the serial number of a remembered model that satisfies it
	watch  []int32 // cores that it is the watched member of
	mark   uint64
	exotic bool
	// partial: what it means depends on x/0 of Int or Real, see traits. A solver may have chosen
	// that otherwise than evaluation does, so its model proves nothing about the conjunct
	// once others are evaluated under it.
	partial bool
}

// level is what held when a level was opened.
type level struct{ height, refused int }

// applied is a conjunct in force; first if that made a part.
type applied struct {
	conj  int32
	first bool
}

var (
	_ smt.Solver  = (*Solver)(nil)
	_ smt.Hinter  = (*Solver)(nil)
	_ smt.Statser = (*Solver)(nil)
)

// New returns a solver that asks inner, which is bound to st, has nothing asserted
// and is used by nobody else. c may be shared with other solvers; nil makes one of its own.
//
// The ordering capability is not passed on, since an order ties all parts together:
// the result is no smt.Orderer even if inner is one.
func New(st *term.Store, inner smt.Solver, c *Cache, cfg Config) *Solver {
	if c == nil {
		c = NewCache(0)
	}
	if cfg.Bytes == 0 {
		cfg.Bytes = 32 << 20
	}
	if cfg.Candidates == 0 {
		cfg.Candidates = 4
	}
	s := &Solver{st: st, inner: inner, cache: c, cfg: cfg}
	s.shaper.st = st
	s.scratch.s = s
	s.symbols = append(s.symbols, term.None)
	s.forest.addSymbol()
	return s
}

// Assert implements smt.Solver. The inner solver is asked at once only about sorts
// that it may not know.
func (s *Solver) Assert(t term.Term) error {
	if sort := s.st.Sort(t); !sort.IsBool() {
		s.refused++
		return &notBoolError{s.st.SortString(sort)}
	}
	for _, id := range s.split(t) {
		s.apply(id)
		if c := &s.conjuncts[id]; c.exotic {
			s.inner.Push()
			err := s.inner.Assert(c.t)
			s.inner.Pop()
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// notBoolError reports an assertion of a wrong sort.
type notBoolError struct{ sort string }

// Error implements error.
func (e *notBoolError) Error() string { return "cache: assertion of sort " + e.sort }

// Push implements smt.Solver.
func (s *Solver) Push() { s.levels = append(s.levels, level{len(s.force), s.refused}) }

// Pop implements smt.Solver. The last model stays readable.
func (s *Solver) Pop() {
	top := len(s.levels) - 1
	s.retract(s.levels[top].height)
	s.refused = s.levels[top].refused
	s.levels = s.levels[:top]
}

// apply puts a conjunct in force.
func (s *Solver) apply(id int32) {
	c := &s.conjuncts[id]
	c.active++
	s.force = append(s.force, applied{id, c.active == 1})
	if c.active == 1 {
		s.forest.add(id, c.links)
	}
}

// retract takes back what was put in force last, down to the given height.
func (s *Solver) retract(height int) {
	for i := len(s.force) - 1; i >= height; i-- {
		a := s.force[i]
		s.conjuncts[a.conj].active--
		if a.first {
			s.forest.removeLast()
		}
	}
	s.force = s.force[:height]
}

// split returns the conjuncts of t. The slice is valid until the next call.
func (s *Solver) split(t term.Term) []int32 {
	s.ids = s.ids[:0]
	s.terms = append(s.terms[:0], t)
	for len(s.terms) > 0 {
		t := s.terms[len(s.terms)-1]
		s.terms = s.terms[:len(s.terms)-1]
		switch {
		case s.st.Op(t) == term.OpAnd:
			for _, a := range slices.Backward(s.st.Args(t)) {
				s.terms = append(s.terms, a)
			}
		case !s.st.IsTrue(t):
			s.ids = append(s.ids, s.conjunctOf(t))
		}
	}
	return s.ids
}

// conjunctOf returns the number of a conjunct.
func (s *Solver) conjunctOf(t term.Term) int32 {
	if id, ok := s.conjOf.get(t); ok {
		return id
	}
	shape, syms, traits := s.shaper.shape(t)
	c := conjunct{t: t, shape: shape, nodes: s.shaper.placed, exotic: traits.exotic, partial: traits.partial}
	if len(s.shaper.same) > 0 {
		c.same = slices.Clone(s.shaper.same)
	}
	for _, b := range shape[:8] {
		c.rank = c.rank<<8 | uint64(b)
	}
	links := make([]int32, len(syms), len(syms)+1)
	for i, x := range syms {
		links[i] = s.symbol(x)
	}
	c.syms, c.links = links, links
	s.partial = s.partial || traits.partial
	if traits.partial || s.cfg.Whole {
		c.links = append(links, 0)
	}
	id := int32(len(s.conjuncts))
	s.conjuncts = append(s.conjuncts, c)
	s.conjOf.put(t, id)
	s.bytes += 160 + 4*int64(len(syms)) + 12*int64(c.nodes)
	return id
}

// symbol returns the number of a symbol.
func (s *Solver) symbol(t term.Term) int32 {
	if x, ok := s.symbolOf.get(t); ok {
		return x
	}
	x := int32(len(s.symbols))
	s.symbols = append(s.symbols, t)
	s.forest.addSymbol()
	s.symbolOf.put(t, x)
	return x
}

// Phase implements smt.Hinter: the hint is passed on if the inner solver takes hints.
func (s *Solver) Phase(t term.Term, v bool) {
	if h, ok := s.inner.(smt.Hinter); ok {
		h.Phase(t, v)
	}
}

// Priority implements smt.Hinter.
func (s *Solver) Priority(t term.Term, p int) {
	if h, ok := s.inner.(smt.Hinter); ok {
		h.Priority(t, p)
	}
}
