package portable

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"

	"whittle.dev/term"
)

// Version is that of the form; it changes when bytes written before could be read as something else.
const Version = 1

// Encoder writes terms of one store. It belongs to the goroutine that owns the store.
type Encoder struct {
	s     *term.Store
	blind map[term.Term]uint64
	index map[term.Term]uint64 // of the nodes written, from 1
	next  uint64
	syms  []term.Term
	fixed func(term.Term) int
	stack []term.Term
}

// NewEncoder returns an encoder for terms of the sorts Bool and BitVec of st.
func NewEncoder(st *term.Store) *Encoder {
	return &Encoder{s: st, blind: map[term.Term]uint64{}, index: map[term.Term]uint64{}}
}

// Append appends a list of terms, whose symbols are numbered from 0 in the order of their first occurrence.
func (e *Encoder) Append(b []byte, ts ...term.Term) []byte {
	e.fixed = nil
	return e.list(b, ts)
}

// AppendNumbered appends a list of terms; the function tells the numbers of symbols.
func (e *Encoder) AppendNumbered(b []byte, number func(term.Term) int, ts ...term.Term) []byte {
	e.fixed = number
	return e.list(b, ts)
}

// Symbols returns the symbols of the list appended last, in the order of their first occurrence. It is valid
// until the next call.
func (e *Encoder) Symbols() []term.Term { return e.syms }

// Sort orders a set of terms, such as conjuncts, by their shape, so that sets that differ
// in the names of symbols only get, but for ties, the same order.
func (e *Encoder) Sort(ts []term.Term) {
	slices.SortStableFunc(ts, func(a, b term.Term) int { return cmp.Compare(e.hash(a), e.hash(b)) })
}

func (e *Encoder) list(b []byte, ts []term.Term) []byte {
	clear(e.index)
	e.next, e.syms = 0, e.syms[:0]
	for _, t := range ts {
		b = e.term(b, t)
	}
	b = append(b, 0)
	b = binary.AppendUvarint(b, uint64(len(ts)))
	for _, t := range ts {
		b = binary.AppendUvarint(b, e.index[t]-1)
	}
	return b
}

// term writes the nodes of t that were not written yet.
func (e *Encoder) term(b []byte, t term.Term) []byte {
	e.stack = append(e.stack[:0], t)
	for len(e.stack) > 0 {
		t := e.stack[len(e.stack)-1]
		if _, ok := e.index[t]; ok {
			e.stack = e.stack[:len(e.stack)-1]
			continue
		}
		args := e.operands(t)
		open := len(e.stack)
		for _, a := range slices.Backward(args) {
			if _, ok := e.index[a]; !ok {
				e.stack = append(e.stack, a)
			}
		}
		if len(e.stack) > open {
			continue
		}
		e.stack = e.stack[:open-1]
		b = e.node(b, t, args)
		e.next++
		e.index[t] = e.next
	}
	return b
}

func (e *Encoder) node(b []byte, t term.Term, args []term.Term) []byte {
	s := e.s
	op := s.Op(t)
	b = append(b, byte(op))
	switch op {
	case term.OpConst:
		b = appendSort(b, s.Sort(t))
		return AppendValue(b, s.ConstValue(t))
	case term.OpSymbol:
		n := len(e.syms)
		e.syms = append(e.syms, t)
		if e.fixed != nil {
			n = e.fixed(t)
		}
		return binary.AppendUvarint(appendSort(b, s.Sort(t)), uint64(n))
	}
	hi, lo := s.Params(t)
	for i, v := range [2]int{hi, lo} {
		if i < op.NumParams() {
			b = binary.AppendUvarint(b, uint64(v))
		}
	}
	b = binary.AppendUvarint(b, uint64(len(args)))
	for _, a := range args {
		b = binary.AppendUvarint(b, e.next-(e.index[a]-1))
	}
	return b
}

// operands returns the operands of t in the order in which they are written.
func (e *Encoder) operands(t term.Term) []term.Term {
	args := e.s.Args(t)
	if len(args) > 1 && commutes(e.s.Op(t)) {
		args = slices.Clone(args)
		e.Sort(args)
	}
	return args
}

// hash is the same for terms that differ in the names of symbols only. It orders what
// is written and decides nothing, so collisions do no harm.
func (e *Encoder) hash(t term.Term) uint64 {
	if h, ok := e.blind[t]; ok {
		return h
	}
	todo := []term.Term{t}
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		open := len(todo)
		op := e.s.Op(t)
		h := mix(uint64(op)+1, uint64(e.s.Sort(t)))
		sum := uint64(0)
		for _, a := range e.s.Args(t) {
			k, ok := e.blind[a]
			if !ok {
				todo = append(todo, a)
				continue
			}
			sum += mix(k, uint64(op)+7)
			if !commutes(op) {
				h = mix(h, k)
			}
		}
		if len(todo) > open {
			continue
		}
		todo = todo[:open-1]
		switch {
		case op == term.OpConst:
			for _, c := range AppendValue(nil, e.s.ConstValue(t)) {
				h = mix(h, uint64(c)+1)
			}
		case op.NumParams() > 0:
			hi, lo := e.s.Params(t)
			h = mix(h, uint64(hi)<<32|uint64(lo))
		}
		e.blind[t] = mix(h, sum)
	}
	return e.blind[t]
}

func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xd6e8feb86659fd93)
	return hi ^ lo ^ bits.RotateLeft64(a, 23)
}

// commutes reports that the order of an operator's operands does not matter.
func commutes(op term.Op) bool {
	switch op {
	case term.OpAnd, term.OpOr, term.OpXor, term.OpEq, term.OpDistinct, term.OpBVAnd, term.OpBVOr,
		term.OpBVXor,
		term.OpBVAdd, term.OpBVMul, term.OpBVUAddO, term.OpBVSAddO, term.OpBVUMulO, term.OpBVSMulO:
		return true
	}
	return false
}

// appendSort writes a sort: 0 for Bool, else the width.
func appendSort(b []byte, sort term.Sort) []byte {
	switch {
	case sort.IsBool():
		return append(b, 0)
	case sort.IsBitVec():
		return binary.AppendUvarint(b, uint64(sort.Width()))
	}
	panic("portable: a term that is neither Bool nor BitVec")
}

// AppendValue appends a value of a sort that the reader knows.
func AppendValue(b []byte, v term.Value) []byte {
	if w := v.Sort().Width(); w <= 64 {
		return binary.AppendUvarint(b, v.Uint64())
	}
	digits := v.Big().Bytes()
	return append(binary.AppendUvarint(b, uint64(len(digits))), digits...)
}
