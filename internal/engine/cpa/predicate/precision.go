package predicate

import (
	"fmt"

	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/term"
)

// Precision says which predicates are followed where. A predicate about memory alone is followed everywhere;
// one about registers of threads, wherever these are live in the same calls. It only grows.
type Precision struct {
	// AnyThread makes predicates about threads other than the first ones about any threads.
	AnyThread bool

	st     *term.Store
	list   []*predicate
	known  map[term.Term]bool
	places map[multistate.Place]term.Term
	of     map[term.Term]multistate.Place
}

// predicate is a formula over symbols of places.
type predicate struct {
	term    term.Term
	syms    []term.Term
	threads int // how many different threads it is about that may be any
}

// AnyThread is the number of the first thread, in places of a predicate, that may be any; the others follow.
const AnyThread = 1 << 16

// NewPrecision returns one without predicates.
func NewPrecision(st *term.Store) *Precision {
	return &Precision{st: st, known: map[term.Term]bool{}, places: map[multistate.Place]term.Term{},
		of: map[term.Term]multistate.Place{}}
}

// Symbol is the symbol that stands for the value at a place, in every state.
func (p *Precision) Symbol(at multistate.Place) term.Term {
	sym, ok := p.places[at]
	if !ok {
		sort := term.Bool
		if at.Width > 0 {
			sort = term.BitVec(int(at.Width))
		}
		sym = p.st.Symbol(fmt.Sprintf("place!%d", len(p.places)), sort)
		p.places[at], p.of[sym] = sym, at
	}
	return sym
}

// Add adds a predicate over symbols of places; false: it was there.
func (p *Precision) Add(t term.Term) bool {
	if p.st.Op(t) == term.OpNot {
		t = p.st.Arg(t, 0)
	}
	if p.AnyThread {
		t = p.generalise(t)
	}
	if p.known[t] || p.st.IsConst(t) {
		return false
	}
	p.known[t] = true
	q := &predicate{term: t, syms: p.st.Symbols(t)}
	for _, sym := range q.syms {
		q.threads = max(q.threads, int(p.of[sym].Thread)-AnyThread+1)
	}
	p.list = append(p.list, q)
	return true
}

// generalise makes a predicate about threads one about any threads. The first one is told apart.
func (p *Precision) generalise(t term.Term) term.Term {
	to := map[term.Term]term.Term{}
	number := map[int32]int32{}
	for _, sym := range p.st.Symbols(t) {
		at := p.of[sym]
		if at.Thread <= 0 {
			continue
		}
		n, ok := number[at.Thread]
		if !ok {
			n = AnyThread + int32(len(number))
			number[at.Thread] = n
		}
		at.Thread = n
		to[sym] = p.Symbol(at)
	}
	return p.st.Substitute(t, to)
}

// Len is the number of predicates.
func (p *Precision) Len() int { return len(p.list) }

// Each calls visit with each predicate, and with the places that its symbols stand for.
func (p *Precision) Each(visit func(t term.Term, at map[term.Term]multistate.Place)) {
	for _, q := range p.list {
		at := make(map[term.Term]multistate.Place, len(q.syms))
		for _, sym := range q.syms {
			at[sym] = p.of[sym]
		}
		visit(q.term, at)
	}
}
