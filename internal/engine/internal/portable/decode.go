package portable

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"

	"whittle.dev/term"
)

// errShort says that bytes are missing.
var errShort = errors.New("portable: the terms are cut off")

// maxWidth bounds the width of bit-vectors that are read.
const maxWidth = 1 << 20

// decoder reads one list.
type decoder struct {
	s      *term.Store
	b      []byte
	symbol func(n int, sort term.Sort) term.Term
	nodes  []term.Term
	err    error
}

// Decode reads what Encoder.Append or AppendNumbered has written, and returns the rest. The function gives
// the symbols, which must have the sort that they are asked for. The error says that the bytes are not such
// a list; it never panics.
func Decode(st *term.Store, b []byte, symbol func(n int, sort term.Sort) term.Term) ([]term.Term, []byte,
	error) {
	d := &decoder{s: st, b: b, symbol: symbol}
	for d.err == nil {
		if len(d.b) == 0 {
			d.err = errShort
			break
		}
		op := term.Op(d.b[0])
		d.b = d.b[1:]
		if op == term.OpNone {
			break
		}
		if t := d.node(op); d.err == nil {
			d.nodes = append(d.nodes, t)
		}
	}
	n := d.uvarint()
	if d.err == nil && n > uint64(len(d.b)) {
		d.err = errShort
	}
	if d.err != nil {
		return nil, nil, d.err
	}
	out := make([]term.Term, 0, n)
	for range n {
		i := d.uvarint()
		if d.err == nil && i >= uint64(len(d.nodes)) {
			d.err = errors.New("portable: no such node")
		}
		if d.err != nil {
			return nil, nil, d.err
		}
		out = append(out, d.nodes[i])
	}
	return out, d.b, nil
}

func (d *decoder) uvarint() uint64 {
	if d.err != nil {
		return 0
	}
	v, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.err = errShort
		return 0
	}
	d.b = d.b[n:]
	return v
}

func (d *decoder) sort() term.Sort {
	w := d.uvarint()
	switch {
	case d.err != nil || w == 0:
		return term.Bool
	case w > maxWidth:
		d.err = fmt.Errorf("portable: a bit-vector of %d bits", w)
		return term.Bool
	}
	return term.BitVec(int(w))
}

func (d *decoder) node(op term.Op) term.Term {
	switch op {
	case term.OpConst:
		sort := d.sort()
		if d.err != nil {
			return term.None
		}
		v, rest, err := ReadValue(d.b, sort)
		if err != nil {
			d.err = err
			return term.None
		}
		d.b = rest
		return d.s.FromValue(v)
	case term.OpSymbol:
		sort, n := d.sort(), d.uvarint()
		if d.err == nil && n > 1<<31-1 {
			d.err = errors.New("portable: a symbol with too large a number")
		}
		if d.err != nil {
			return term.None
		}
		return d.symbol(int(n), sort)
	}
	if !known(op) {
		d.err = fmt.Errorf("portable: operator %d", op)
		return term.None
	}
	var params []int
	for range op.NumParams() {
		p := d.uvarint()
		if p > maxWidth {
			d.err = fmt.Errorf("portable: parameter %d", p)
		}
		params = append(params, int(p))
	}
	n := d.uvarint()
	if d.err == nil && n > uint64(len(d.b)) {
		d.err = errShort
	}
	if d.err != nil {
		return term.None
	}
	args := make([]term.Term, 0, n)
	for range n {
		back := d.uvarint()
		if d.err == nil && (back == 0 || back > uint64(len(d.nodes))) {
			d.err = errors.New("portable: no such node")
		}
		if d.err != nil {
			return term.None
		}
		args = append(args, d.nodes[uint64(len(d.nodes))-back])
	}
	sort, err := d.s.SortOf(op, params, args...)
	if err == nil && sort.Width() > maxWidth {
		err = fmt.Errorf("a bit-vector of %d bits", sort.Width())
	}
	if err != nil {
		d.err = fmt.Errorf("portable: %w", err)
		return term.None
	}
	return d.s.Mk(op, params, args...)
}

// known reports whether an operator is one on Bool and BitVec.
func known(op term.Op) bool { return op >= term.OpNot && op < term.OpUBVToInt }

// ReadValue reads a value of a sort, Bool or BitVec, and returns the rest.
func ReadValue(b []byte, sort term.Sort) (term.Value, []byte, error) {
	v, n := binary.Uvarint(b)
	if n <= 0 {
		return term.Value{}, nil, errShort
	}
	b = b[n:]
	switch {
	case sort.IsBool():
		if v > 1 {
			return term.Value{}, nil, fmt.Errorf("portable: truth value %d", v)
		}
		return term.BoolValue(v == 1), b, nil
	case sort.Width() <= 64:
		return term.BVValue(sort.Width(), v), b, nil
	case v > uint64(len(b)) || v > uint64(sort.Width()+7)/8:
		return term.Value{}, nil, errShort
	}
	return term.BVValueBig(sort.Width(), new(big.Int).SetBytes(b[:v])), b[v:], nil
}
