package cache

import (
	"encoding/binary"
	"errors"
	"math/big"

	"whittle.dev/term"
)

// Values are remembered as bytes, which mean the same in every store once the sort is
// known: array values belong to the store that made them.

// appendValue appends v.
func appendValue(buf []byte, v term.Value) []byte {
	sort := v.Sort()
	switch {
	case sort.IsBool(), sort.IsBitVec() && sort.Width() <= 64:
		return binary.AppendUvarint(buf, v.Uint64())
	case sort.IsReal():
		r := v.Rat()
		return appendBig(appendBig(buf, r.Num()), r.Denom())
	case sort.IsArray():
		def, entries := v.Entries()
		buf = appendValue(buf, def)
		buf = binary.AppendUvarint(buf, uint64(len(entries)))
		for _, e := range entries {
			buf = appendValue(appendValue(buf, e.Index), e.Elem)
		}
		return buf
	}
	return appendBig(buf, v.Big())
}

// appendBig appends a number: twice its length plus the sign, and its digits.
func appendBig(buf []byte, v *big.Int) []byte {
	digits := v.Bytes()
	n := uint64(len(digits)) << 1
	if v.Sign() < 0 {
		n |= 1
	}
	return append(binary.AppendUvarint(buf, n), digits...)
}

var errValue = errors.New("cache: malformed value")

// readValue reads a value of the sort, of the store, from the front of buf.
func readValue(st *term.Store, sort term.Sort, buf []byte) (v term.Value, rest []byte, err error) {
	switch {
	case sort.IsBool(), sort.IsBitVec() && sort.Width() <= 64:
		x, n := binary.Uvarint(buf)
		switch {
		case n <= 0:
			return v, nil, errValue
		case !sort.IsBool():
			v = term.BVValue(sort.Width(), x)
		case x > 1:
			return v, nil, errValue
		default:
			v = term.BoolValue(x == 1)
		}
		if v.Uint64() != x {
			return v, nil, errValue
		}
		return v, buf[n:], nil
	case sort.IsReal():
		num, rest, err := readBig(buf)
		if err != nil {
			return v, nil, err
		}
		den, rest, err := readBig(rest)
		if err != nil || den.Sign() <= 0 {
			return v, nil, errValue
		}
		return term.RealValue(new(big.Rat).SetFrac(num, den)), rest, nil
	case sort.IsArray():
		return readArray(st, sort, buf)
	}
	x, rest, err := readBig(buf)
	switch {
	case err != nil:
		return v, nil, err
	case sort.IsInt():
		return term.IntValue(x), rest, nil
	case x.Sign() < 0 || x.BitLen() > sort.Width():
		return v, nil, errValue
	}
	return term.BVValueBig(sort.Width(), x), rest, nil
}

func readArray(st *term.Store, sort term.Sort, buf []byte) (v term.Value, rest []byte, err error) {
	index, elem := st.ArrayParts(sort)
	def, buf, err := readValue(st, elem, buf)
	if err != nil {
		return v, nil, err
	}
	count, n := binary.Uvarint(buf)
	if n <= 0 || count > uint64(len(buf)) { // each entry takes two bytes or more
		return v, nil, errValue
	}
	buf = buf[n:]
	entries := make([]term.ArrayEntry, count)
	for i := range entries {
		if entries[i].Index, buf, err = readValue(st, index, buf); err != nil {
			return v, nil, err
		}
		if entries[i].Elem, buf, err = readValue(st, elem, buf); err != nil {
			return v, nil, err
		}
	}
	return st.ArrayValue(sort, def, entries...), buf, nil
}

func readBig(buf []byte) (*big.Int, []byte, error) {
	head, n := binary.Uvarint(buf)
	if n <= 0 || head>>1 > uint64(len(buf)-n) {
		return nil, nil, errValue
	}
	buf = buf[n:]
	size := int(head >> 1)
	v := new(big.Int).SetBytes(buf[:size])
	if head&1 != 0 {
		v.Neg(v)
	}
	return v, buf[size:], nil
}
