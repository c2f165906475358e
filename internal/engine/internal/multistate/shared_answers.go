package multistate

import (
	"errors"
	"slices"

	"whittle.dev/internal/engine/internal/portable"
	"whittle.dev/internal/engine/internal/querycache"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// recaller asks the cache that all goroutines of a run, and perhaps its later runs, have in common. A query
// is the set of conjuncts in an order that does not depend on names; the answer is the status and the values
// of the symbols in the order of their first occurrence.
type recaller struct {
	cache *querycache.Cache
	enc   *portable.Encoder
	conj  []term.Term
	query []byte
	syms  []term.Term
}

// errAnswer says that an answer is not one to its query.
var errAnswer = errors.New("not an answer to its query")

// recall returns the answer that the cache has to a set of conjuncts. A model is evaluated before it
// is believed. sure is false if the answer is to be found out again.
func (e *emptiness) recall(conj []term.Term) (a recalled, sure bool) {
	r := &e.shared
	if r.cache == nil {
		return recalled{}, false
	}
	if r.enc == nil {
		r.enc = portable.NewEncoder(e.s)
	}
	r.conj = append(r.conj[:0], conj...)
	r.enc.Sort(r.conj)
	r.query = r.enc.Append(append(r.query[:0], querycache.Emptiness), r.conj...)
	r.syms = append(r.syms[:0], r.enc.Symbols()...)
	found, ok := r.cache.Get(r.query)
	if !ok {
		return recalled{}, false
	}
	a, err := e.read(found.Bytes)
	if err != nil {
		r.cache.Warn("an answer in the cache is " + err.Error() + " and is ignored")
		r.cache.Reject(r.query)
		return recalled{}, false
	}
	return a, !(found.Earlier && r.cache.Verify())
}

// recalled is an answer of the cache.
type recalled struct {
	status smt.Status // Unknown: there is none
	model  term.Map
}

// read decodes an answer to the query asked last and evaluates a model.
func (e *emptiness) read(b []byte) (recalled, error) {
	r := &e.shared
	switch {
	case len(b) == 1 && smt.Status(b[0]) == smt.Unsat:
		return recalled{status: smt.Unsat}, nil
	case len(b) == 0 || smt.Status(b[0]) != smt.Sat:
		return recalled{}, errAnswer
	}
	b = b[1:]
	model := make(term.Map, len(r.syms))
	for _, sym := range r.syms {
		v, rest, err := portable.ReadValue(b, e.s.Sort(sym))
		if err != nil {
			return recalled{}, errAnswer
		}
		model[sym], b = v, rest
	}
	if len(b) > 0 {
		return recalled{}, errAnswer
	}
	eval := term.NewEvaluator(e.s, Model{e.s, model})
	for _, c := range r.conj {
		if v, err := eval.Eval(c); err != nil || !v.Bool() {
			return recalled{}, errAnswer
		}
	}
	return recalled{status: smt.Sat, model: model}, nil
}

// share tells the cache the answer to the query that recall asked about last; old is what the cache said.
func (e *emptiness) share(status smt.Status, model term.Map, old recalled) {
	r := &e.shared
	if r.cache == nil || status == smt.Unknown {
		return
	}
	if old.status != smt.Unknown {
		if old.status == status {
			return
		}
		r.cache.Warn("the solver disagrees with an answer of an earlier run, which is ignored")
		r.cache.Reject(r.query)
	}
	b := []byte{byte(status)}
	if status == smt.Sat {
		for _, sym := range r.syms {
			b = portable.AppendValue(b, model[sym])
		}
	}
	r.cache.Put(r.query, b)
}

// answer brings an answer of the cache into the order of some symbols.
func (k recalled) answer(syms []term.Term) answer {
	a := answer{status: k.status}
	if k.status == smt.Sat {
		a.values = slices.Grow(a.values, len(syms))
		for _, sym := range syms {
			a.values = append(a.values, k.model[sym])
		}
	}
	return a
}
