package native

import (
	"whittle.dev/sat"
	"whittle.dev/smt/native/internal/aig"
)

// Lemmas on demand (Brummayer and Biere, JSAT 2009). A model of the clauses gives values to indices,
// elements, choices and array equations. Every read is an entry (index value, element value) of its array,
// and so is what a store writes. Entries travel to other arrays as the model tells: from a store to its base
// if the index differs, from a choice to the array chosen, over a true equation, and, if any equation is
// true, also the other way round. Two entries of one array with the same index and different elements refute
// the model, and the conditions of the two journeys are the lemma: a consequence of the axioms that is false
// in the model. If no entries clash they are a model of the arrays.

// entry is the element that array arr holds at an index, with its journey.
type entry struct {
	arr       int32
	at, is    int32 // values of index and element
	idx, elem place
	from      int32   // the entry that it came from, -1 for an origin
	cond      aig.Lit // true in the model: the condition of the last step,
	over      int32   // or the store whose index differs from idx, -1 if none
}

// refinement is the state of one refutation attempt; after the last one it holds the entries of the model.
type refinement struct {
	bits   *vectors
	arr    *arrays
	cnf    *cnf
	values *valuation
	theory *numberTheory
	same   *equalityTheory
	funcs  *functions
	nums   *numberValues
	stats  *counters

	// Reads, equations, arrays and applications that occur in clauses.
	readActive, eqActive, nodeActive, appActive []bool
	liveReads, liveEqs, liveApps                []int32
	shared                                      []int32 // arrays that are operands or indices
	reason                                      string  // what the last model asks for and is not supported

	// infinite: the clauses say that an uninterpreted sort has more elements than some number.
	infinite bool

	entries  []entry
	index    map[uint64]int32 // (array, index value) to entry
	numbers  interner
	relevant []int32 // arrays that an active read or true equation reaches downward
	info     map[int32]*arrayInfo
	head     int
	added    int
	byArray  map[int32][]int32 // entries of each array, for models
	built    map[int32]builtArray
	classes  map[int32]int32 // of arrays, see arrayNumber
	elements []uint64        // by element: its number
}

// arrayInfo is what the model says of a relevant array.
type arrayInfo struct {
	at      int32 // value of the index of a store
	is      int32 // value of the element of a constant array
	below   int32 // base, or the array chosen; -1 for none
	above   []int32
	equal   []arrayLink
	root    int32 // parent in the forest of connected arrays
	dflt    place // at a root: the element of the constant array of the component, if hasDflt
	hasDflt bool
}

type arrayLink struct {
	to   int32
	cond aig.Lit
}

// reset forgets all that it knows of arrays.
func (r *refinement) reset() {
	*r = refinement{bits: r.bits, arr: r.arr, cnf: r.cnf, values: r.values, theory: r.theory, same: r.same,
		funcs: r.funcs, nums: r.nums, stats: r.stats}
}

// forget drops the entries of the last model.
func (r *refinement) forget() {
	r.byArray, r.built, r.classes = nil, nil, nil
	if r.info == nil {
		return
	}
	r.entries, r.relevant, r.head = r.entries[:0], r.relevant[:0], 0
	clear(r.index)
	clear(r.info)
	r.numbers.reset()
}

// refine adds lemmas that refute the model of the clauses, and reports whether
// there were any. If not, the entries are a model of the arrays.
func (r *refinement) refine() bool {
	r.forget()
	if len(r.liveReads) == 0 && len(r.liveEqs) == 0 && len(r.liveApps) == 0 {
		return false
	}
	if r.info == nil {
		r.info, r.index = map[int32]*arrayInfo{}, map[uint64]int32{}
		r.numbers.reset()
	}
	r.added, r.reason = 0, ""
	upward := r.findRelevant()
	for _, id := range r.relevant {
		if n := &r.arr.nodes[id]; n.kind == aStore {
			r.insert(entry{arr: id, at: r.info[id].at, is: r.valueOf(n.val), idx: n.idx, elem: n.val,
				from: -1, over: -1, cond: aig.True})
		}
	}
	for _, id := range r.liveReads {
		rd := r.arr.reads[id]
		r.insert(entry{arr: rd.arr, at: r.valueOf(rd.idx), is: r.valueOf(rd.elem), idx: rd.idx, elem: rd.elem,
			from: -1, over: -1, cond: aig.True})
	}
	r.travel()
	if upward && r.added == 0 {
		r.joinConstants()
	}
	r.compareApplications()
	r.stats.lemmas += int64(r.added)
	return r.added > 0
}

// findRelevant collects the arrays that matter in the model and how they are
// connected. It reports whether an equation is true.
func (r *refinement) findRelevant() (upward bool) {
	for _, id := range r.liveReads {
		r.addRelevant(r.arr.reads[id].arr)
	}
	for _, id := range r.liveEqs {
		q := r.arr.eqs[id]
		if !r.values.value(q.e) {
			continue
		}
		upward = true
		r.addRelevant(q.a)
		r.addRelevant(q.b)
		ia, ib := r.info[q.a], r.info[q.b]
		ia.equal = append(ia.equal, arrayLink{q.b, q.e})
		ib.equal = append(ib.equal, arrayLink{q.a, q.e})
	}
	if upward {
		for _, id := range r.relevant {
			if b := r.info[id].below; b >= 0 {
				r.info[b].above = append(r.info[b].above, id)
			}
		}
	}
	return upward
}

// addRelevant adds an array and what lies below it.
func (r *refinement) addRelevant(id int32) {
	for id >= 0 && r.info[id] == nil {
		n := &r.arr.nodes[id]
		in := &arrayInfo{below: -1, root: id}
		switch n.kind {
		case aStore:
			in.at = r.valueOf(n.idx)
			in.below = n.a
		case aIte:
			in.below = n.b
			if r.values.value(n.cond) {
				in.below = n.a
			}
		case aConst:
			in.is = r.valueOf(n.val)
			in.dflt, in.hasDflt = n.val, true
		}
		r.info[id] = in
		r.relevant = append(r.relevant, id)
		id = in.below
	}
}

// insert adds an entry unless the array has one for this index; if they
// differ in the element, that is a lemma.
func (r *refinement) insert(e entry) {
	key := uint64(e.arr)<<32 | uint64(uint32(e.at))
	i, ok := r.index[key]
	if !ok {
		r.index[key] = int32(len(r.entries))
		r.entries = append(r.entries, e)
		return
	}
	if old := &r.entries[i]; old.is != e.is {
		r.lemma(old, &e)
	}
}

// travel moves all entries that have not travelled yet.
func (r *refinement) travel() {
	for ; r.head < len(r.entries); r.head++ {
		e := r.entries[r.head]
		n, in := &r.arr.nodes[e.arr], r.info[e.arr]
		step := e
		step.from = int32(r.head)
		switch n.kind {
		case aStore:
			if e.at != in.at {
				step.arr, step.cond, step.over = n.a, aig.True, e.arr
				r.insert(step)
			}
		case aIte:
			step.arr, step.cond, step.over = in.below, r.chosen(n), -1
			r.insert(step)
		case aConst:
			if e.is != in.is {
				r.lemma(&e, nil)
			}
		}
		for _, l := range in.equal {
			step.arr, step.cond, step.over = l.to, l.cond, -1
			r.insert(step)
		}
		for _, id := range in.above {
			p := &r.arr.nodes[id]
			step.arr, step.cond, step.over = id, aig.True, id
			if p.kind == aIte {
				step.cond, step.over = r.chosen(p), -1
			} else if e.at == r.info[id].at {
				continue
			}
			r.insert(step)
		}
	}
}

// chosen returns the literal, true in the model, of the choice n.
func (r *refinement) chosen(n *arrayNode) aig.Lit {
	if r.values.value(n.cond) {
		return n.cond
	}
	return n.cond.Neg()
}

// lemma adds the clause that the journeys of two clashing entries of one array
// refute: equal indices have equal elements, under the conditions on the way. With f
// nil it is e that clashes with the constant array that it came to.
func (r *refinement) lemma(e, f *entry) {
	r.added++
	var clause []aig.Lit
	clause = r.journey(clause, e)
	var elem place
	if f == nil {
		elem = r.arr.nodes[e.arr].val
	} else {
		clause = r.journey(clause, f)
		clause = append(clause, r.arr.places.equal(e.idx, f.idx).Neg())
		elem = f.elem
	}
	clause = append(clause, r.arr.places.equal(e.elem, elem))
	ls := make([]sat.Lit, 0, len(clause))
	for _, l := range clause {
		if l != aig.False {
			ls = append(ls, r.cnf.lit(l))
		}
	}
	r.cnf.add(ls)
	r.bits.tmp.Release()
}

// journey appends the complements of the conditions under which e came where it is.
func (r *refinement) journey(clause []aig.Lit, e *entry) []aig.Lit {
	for {
		switch {
		case e.over >= 0:
			clause = append(clause, r.arr.places.equal(e.idx, r.arr.nodes[e.over].idx))
		case e.cond != aig.True:
			clause = append(clause, e.cond.Neg())
		}
		if e.from < 0 {
			return clause
		}
		e = &r.entries[e.from]
	}
}
