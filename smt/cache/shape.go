package cache

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"whittle.dev/term"
)

// The shape of a term is its DAG with each symbol replaced by its sort and a
// number: the order of its first occurrence in a traversal from left to right.
// Operands of commutative operators are visited in an order that names do not
// influence: by a hash in which all symbols of one sort look alike, and where that is not
// enough by where else in the term they occur (ties.go). Terms of one shape
// are equal up to an injective renaming of symbols, which is what makes an answer
// about one an answer about the other; the converse may fail where operands
// look alike in spite of all, and then costs a miss.
//
// (Visser, Geldenhuys and Dwyer, "Green: reducing, reusing and recycling
// constraints in program analysis", FSE 2012, section 3.2, rename variables
// in the order of their occurrence in the same way.)

// encodingVersion is part of each shape and changes with the encoding, so that
// keys that outlive the process never mean something else.
const encodingVersion = 1

// Key is the content hash of something normalised: the first 128 bits of a SHA-256.
// It depends neither on names nor on a store, process or machine.
type Key [16]byte

func keyOf(data []byte) Key {
	sum := sha256.Sum256(data)
	return Key(sum[:16])
}

// shaper computes shapes of terms of one store.
type shaper struct {
	st    *term.Store
	blind table[uint64] // hashes in which symbols have no names
	todo  []term.Term   // stack of blindOf
	kids  []uint64      // operands of blindOf

	// State of one encoding.
	index  table[int32] // places of the nodes that are written
	placed int32
	stack  []frame
	args   []term.Term // operands of the frames, in the order of their visit
	buf    []byte
	syms   []term.Term
	nodes  []term.Term // as placed, operands first
	traits traits
	tied   bool // operands that look alike were met

	// What breaks ties, see ties.go.
	coloured bool
	context  table[uint64] // by node
	local    table[uint64] // hashes by node that tell symbols apart
	same     []int32       // by number of a symbol: the first that it can be exchanged with; empty: none
}

// traits are facts about a term that matter beyond its shape.
type traits struct {
	// partial: a division of Int or Real by what may be zero. SMT-LIB leaves its value
	// open, as by a function without a name that all of them share.
	partial bool
	// exotic: sorts that a solver of bit-vectors and flat arrays does not know.
	exotic bool
}

type frame struct {
	t           term.Term
	first, next int32 // in shaper.args
}

// shape returns the key of t's shape and its symbols in the order of their numbers;
// e.same says which of them can be exchanged.
func (e *shaper) shape(t term.Term) (Key, []term.Term, traits) {
	e.coloured, e.tied, e.same = false, false, e.same[:0]
	e.traits = traits{}
	e.encode(t)
	if e.tied && e.placed <= maxColoured {
		e.breakTies(t)
	}
	return keyOf(e.buf), e.syms, e.traits
}

// encode writes the shape of t to e.buf and its symbols to e.syms.
func (e *shaper) encode(t term.Term) {
	e.index.reset()
	e.placed = 0
	e.buf = append(e.buf[:0], encodingVersion)
	e.syms, e.args, e.stack, e.nodes = e.syms[:0], e.args[:0], e.stack[:0], e.nodes[:0]
	e.open(t)
	for len(e.stack) > 0 {
		f := &e.stack[len(e.stack)-1]
		if int(f.next) < len(e.args) {
			a := e.args[f.next]
			f.next++
			if _, ok := e.index.get(a); !ok {
				e.open(a)
			}
			continue
		}
		e.write(f.t, e.args[f.first:])
		e.args = e.args[:f.first]
		e.stack = e.stack[:len(e.stack)-1]
	}
}

// open begins the visit of t: its operands become the top of args.
func (e *shaper) open(t term.Term) {
	first := int32(len(e.args))
	e.args = append(e.args, e.st.Args(t)...)
	if args := e.args[first:]; len(args) > 1 && commutes(e.st.Op(t)) {
		e.sortBlind(args)
	}
	e.stack = append(e.stack, frame{t, first, first})
}

// sortBlind orders operands by their hashes, those that look alike as they were.
func (e *shaper) sortBlind(args []term.Term) {
	if len(args) == 2 {
		x, y := e.hashOf(args[0]), e.hashOf(args[1])
		if x > y {
			args[0], args[1] = args[1], args[0]
		}
		e.tied = e.tied || x == y
		return
	}
	slices.SortStableFunc(args, func(a, b term.Term) int {
		return cmp.Compare(e.hashOf(a), e.hashOf(b))
	})
	for i := 1; i < len(args); i++ {
		e.tied = e.tied || e.hashOf(args[i-1]) == e.hashOf(args[i])
	}
}

// hashOf returns the hash by which operands are ordered.
func (e *shaper) hashOf(t term.Term) uint64 {
	if e.coloured {
		h, _ := e.local.get(t)
		return h
	}
	return e.blindOf(t)
}

// write appends a node whose operands are written.
func (e *shaper) write(t term.Term, args []term.Term) {
	op := e.st.Op(t)
	e.buf = append(e.buf, byte(op))
	switch op {
	case term.OpSymbol:
		e.sort(e.st.Sort(t))
		e.syms = append(e.syms, t)
	case term.OpConst:
		e.sort(e.st.Sort(t))
		if v, ok := e.st.ConstUint64(t); ok {
			e.buf = binary.AppendUvarint(append(e.buf, 0), v)
		} else {
			e.buf = appendValue(append(e.buf, 1), e.st.ConstValue(t))
		}
	case term.OpConstArray:
		e.sort(e.st.Sort(t))
	case term.OpAnd, term.OpOr, term.OpDistinct, term.OpAdd, term.OpMul:
		e.buf = binary.AppendUvarint(e.buf, uint64(len(args)))
	case term.OpDiv, term.OpMod, term.OpRDiv:
		if d := args[1]; !e.st.IsConst(d) || e.st.ConstValue(d).Equal(e.st.ZeroValue(e.st.Sort(d))) {
			e.traits.partial = true
		}
	}
	if n := op.NumParams(); n > 0 {
		hi, lo := e.st.Params(t)
		e.buf = binary.AppendUvarint(e.buf, uint64(hi))
		if n > 1 {
			e.buf = binary.AppendUvarint(e.buf, uint64(lo))
		}
	}
	for _, a := range args {
		i, _ := e.index.get(a)
		e.buf = binary.AppendUvarint(e.buf, uint64(e.placed-i))
	}
	e.index.put(t, e.placed)
	e.nodes = append(e.nodes, t)
	e.placed++
}

// sort appends a sort.
func (e *shaper) sort(s term.Sort) {
	switch {
	case s.IsBool():
		e.buf = append(e.buf, 0)
	case s.IsBitVec():
		e.buf = binary.AppendUvarint(append(e.buf, 1), uint64(s.Width()))
	case s.IsInt():
		e.buf = append(e.buf, 2)
		e.traits.exotic = true
	case s.IsReal():
		e.buf = append(e.buf, 3)
		e.traits.exotic = true
	default:
		index, elem := e.st.ArrayParts(s)
		if index.IsArray() || elem.IsArray() {
			e.traits.exotic = true
		}
		e.buf = append(e.buf, 4)
		e.sort(index)
		e.sort(elem)
	}
}

// commutes reports that the order of an operator's operands does not matter.
func commutes(op term.Op) bool {
	switch op {
	case term.OpAnd, term.OpOr, term.OpXor, term.OpEq, term.OpDistinct,
		term.OpBVAnd, term.OpBVOr, term.OpBVXor, term.OpBVNand, term.OpBVNor, term.OpBVXnor,
		term.OpBVAdd, term.OpBVMul, term.OpBVComp,
		term.OpBVUAddO, term.OpBVSAddO, term.OpBVUMulO, term.OpBVSMulO,
		term.OpAdd, term.OpMul:
		return true
	}
	return false
}
