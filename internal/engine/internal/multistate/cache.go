package multistate

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
func (e *emptiness) lookUp(conj []term.Term) (a answer, sure bool) {
	r := &e.shared
	if r.cache == nil {
		return answer{}, false
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
		return answer{}, false
	}
	a, err := e.read(found.Bytes)
	if err != nil {
		r.cache.Warn("an answer in the cache is " + err.Error() + " and is ignored")
		r.cache.Reject(r.query)
		return answer{}, false
	}
	if a.status == smt.Sat && found.Foreign {
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
func (e *emptiness) read(b []byte) (answer, error) {
	r := &e.shared
	switch {
	case len(b) == 1 && smt.Status(b[0]) == smt.Unsat:
		return answer{status: smt.Unsat}, nil
	case len(b) == 0 || smt.Status(b[0]) != smt.Sat:
		return answer{}, errAnswer
	}
	b = b[1:]
	model := make(term.Map, len(r.syms))
	for _, sym := range r.syms {
		v, rest, err := portable.ReadValue(b, e.s.Sort(sym))
		if err != nil {
			return answer{}, errAnswer
		}
		model[sym], b = v, rest
	}
	if len(b) > 0 {
		return answer{}, errAnswer
	}
	eval := term.NewEvaluator(e.s, Model{e.s, model})
	for _, c := range r.conj {
		if v, err := eval.Eval(c); err != nil || !v.Bool() {
			return answer{}, errAnswer
		}
	}
	return answer{status: smt.Sat, model: model}, nil
}

// share tells the cache the answer to the query that lookUp asked about last; old is what the cache said.
func (e *emptiness) share(a, old answer) {
	r := &e.shared
	if r.cache == nil || a.status == smt.Unknown {
		return
	}
	if old.status != smt.Unknown {
		if old.status == a.status && !r.found.Foreign {
			return
		}
		if old.status == a.status {
			r.cache.Keep(r.query, r.found)
			return
		}
		r.cache.Disagree(r.query, r.found)
	}
	b := []byte{byte(a.status)}
	if a.status == smt.Sat {
		for _, sym := range r.syms {
			b = portable.AppendValue(b, a.model[sym])
		}
	}
	r.cache.Put(r.query, b)
}
