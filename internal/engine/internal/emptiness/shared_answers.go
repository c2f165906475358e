package emptiness

import (
	"errors"

	"whittle.dev/internal/engine/internal/portable"
	"whittle.dev/internal/engine/internal/querycache"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// sharedAnswers asks the cache that all goroutines of a run, and perhaps its later runs, have in common. A
// query is the set of conjuncts in an order that does not depend on names; the answer is the status and the
// values of the symbols in the order of their first occurrence.
type sharedAnswers struct {
	cache *querycache.Cache
	enc   *portable.Encoder
	conj  []term.Term
	query []byte
	syms  []term.Term
	found querycache.Answer // the last one
}

// errAnswer says that an answer is not one to its query.
var errAnswer = errors.New("not an answer to its query")

// lookUp returns the answer that the cache has to a set of conjuncts. A model is evaluated before it
// is believed. sure is false if the answer is to be found out again.
func (e *Checker) lookUp(conj []term.Term) (a Answer, sure bool) {
	r := &e.shared
	if r.cache == nil {
		return Answer{}, false
	}
	if r.enc == nil {
		r.enc = portable.NewEncoder(e.s)
	}
	r.conj = append(r.conj[:0], conj...)
	r.enc.Sort(r.conj)
	r.query = r.enc.Append(append(r.query[:0], querycache.Emptiness), r.conj...)
	r.syms = append(r.syms[:0], r.enc.Symbols()...)
	found, ok := r.cache.Get(r.query)
	r.found = found
	if !ok {
		return Answer{}, false
	}
	a, err := e.read(found.Bytes)
	if err != nil {
		r.cache.Warn("an answer in the cache is " + err.Error() + " and is ignored")
		r.cache.Reject(r.query)
		return Answer{}, false
	}
	if a.Status == smt.Sat && found.Foreign {
		sure = true // it was evaluated
	} else {
		sure = r.cache.Believe(found)
	}
	if sure {
		r.cache.Keep(r.query, found)
	}
	return a, sure
}

// read decodes an answer to the query asked last and evaluates a model.
func (e *Checker) read(b []byte) (Answer, error) {
	r := &e.shared
	switch {
	case len(b) == 1 && smt.Status(b[0]) == smt.Unsat:
		return Answer{Status: smt.Unsat}, nil
	case len(b) == 0 || smt.Status(b[0]) != smt.Sat:
		return Answer{}, errAnswer
	}
	b = b[1:]
	model := make(term.Map, len(r.syms))
	for _, sym := range r.syms {
		v, rest, err := portable.ReadValue(b, e.s.Sort(sym))
		if err != nil {
			return Answer{}, errAnswer
		}
		model[sym], b = v, rest
	}
	if len(b) > 0 {
		return Answer{}, errAnswer
	}
	eval := term.NewEvaluator(e.s, Model{e.s, model})
	for _, c := range r.conj {
		if v, err := eval.Eval(c); err != nil || !v.Bool() {
			return Answer{}, errAnswer
		}
	}
	return Answer{Status: smt.Sat, Model: model}, nil
}

// share tells the cache the answer to the query that lookUp asked about last; old is what the cache said.
func (e *Checker) share(a, old Answer) {
	r := &e.shared
	if r.cache == nil || a.Status == smt.Unknown {
		return
	}
	if old.Status != smt.Unknown {
		if old.Status == a.Status && !r.found.Foreign {
			return
		}
		if old.Status == a.Status {
			r.cache.Keep(r.query, r.found)
			return
		}
		r.cache.Disagree(r.query, r.found)
	}
	b := []byte{byte(a.Status)}
	if a.Status == smt.Sat {
		for _, sym := range r.syms {
			b = portable.AppendValue(b, a.Model[sym])
		}
	}
	r.cache.Put(r.query, b)
}
