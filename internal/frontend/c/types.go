package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/term"
)

// inMemoryBits is what memory holds of a scalar.
func (f *fn) inMemoryBits(t cc.Type, v term.Term) term.Term {
	s := f.types.Scalar(t)
	if s.Class != repr.Integer {
		return v
	}
	return f.resize(v, s.Width, f.types.MemoryWidth(t, s), s.Signed)
}
