package htmlreport

import (
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/trace"
)

// TestMemory writes, forgets and reads values of all widths at random places, and compares with a memory of
// bytes that may be unknown.
func TestMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	m := newMemory(nil)
	var naive [64]int // -1: not known
	for i := range naive {
		naive[i] = -1
	}
	for step := range 3000 {
		width := 8 << r.IntN(5)
		size := uint64(width / 8)
		addr := r.Uint64N(uint64(len(naive)) - size + 1)
		switch r.IntN(4) {
		case 0:
			m.forget(addr, size)
			for i := range size {
				naive[addr+i] = -1
			}
		case 1, 2:
			v := &trace.Value{Bits: r.Uint64(), High: r.Uint64(), Width: width}
			m.write(addr, v)
			for i := range size {
				word := v.Bits
				if i >= 8 {
					word = v.High
				}
				naive[addr+i] = int(byte(word >> (i % 8 * 8)))
			}
		default:
			want, known := trace.Value{Width: width}, true
			for i := int(size) - 1; i >= 0; i-- {
				b := naive[addr+uint64(i)]
				known = known && b >= 0
				want.High = want.High<<8 | want.Bits>>56
				want.Bits = want.Bits<<8 | uint64(max(b, 0))
			}
			got, ok := m.read(addr, width, false)
			if ok != known || ok && got != want {
				t.Fatalf("step %d: %d bits at %d are %+v, %v, want %+v, %v", step, width, addr, got, ok, want,
					known)
			}
		}
	}
	m.forget(0, 1<<40)
	if _, ok := m.read(3, 8, false); ok || len(m.bytes) != 0 {
		t.Error("a large object was not forgotten")
	}
	for _, width := range []int{0, 1, 12, 256} {
		if _, ok := m.read(0, width, false); ok {
			t.Errorf("%d bits were read", width)
		}
	}
}
