package portable

import "encoding/binary"

// Bytes reads from the front of bytes, which need not be what was written: where something is missing Bad is
// set, nothing is left, and all that is read from then on is zero.
type Bytes struct {
	Rest []byte
	Bad  bool
}

// Fail says that something is not as it was written.
func (b *Bytes) Fail() { b.Bad, b.Rest = true, nil }

// Uvarint reads a number.
func (b *Bytes) Uvarint() uint64 {
	v, n := binary.Uvarint(b.Rest)
	if n <= 0 {
		b.Fail()
		return 0
	}
	b.Rest = b.Rest[n:]
	return v
}

// Stretch reads a number and so many bytes, which are not copied.
func (b *Bytes) Stretch() []byte {
	n := b.Uvarint()
	if n > uint64(len(b.Rest)) {
		b.Fail()
		return nil
	}
	out := b.Rest[:n:n]
	b.Rest = b.Rest[n:]
	return out
}
