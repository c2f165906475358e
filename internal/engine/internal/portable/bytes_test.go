package portable_test

import (
	"testing"

	"whittle.dev/internal/engine/internal/portable"
)

// TestBytes reads numbers and stretches, and what is not there.
func TestBytes(t *testing.T) {
	b := portable.Bytes{Rest: []byte{0x81, 0x01, 3, 'a', 'b', 'c', 9, 'd'}}
	if v, s := b.Uvarint(), b.Stretch(); v != 129 || string(s) != "abc" || b.Bad {
		t.Errorf("%d, %q, %v", v, s, b.Bad)
	}
	if s := b.Stretch(); s != nil || !b.Bad || b.Uvarint() != 0 || len(b.Rest) > 0 {
		t.Errorf("a stretch that is cut off: %q, %+v", s, b)
	}
}
