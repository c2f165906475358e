package memory

import (
	"math/rand/v2"
	"slices"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/testing/build"
	"whittle.dev/internal/trace"
)

// TestRollback makes random changes after Begin and takes them back.
func TestRollback(t *testing.T) {
	b := build.LP64(t)
	b.Global("g", 16)
	b.Global("u", 3).Undefined = true
	big := b.Global("big", 2*bigObject)
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		mem := New(b.Program, uint64(round%3))
		mem.Choose = func(*Object, uint64) byte { return byte(r.Uint32()) }
		for off := uint64(0); off < big.Size; off += pageSize {
			mem.Read(mem.Find(big.Addr), off, 1) // a page that is made does not go away
		}
		for range 20 {
			alter(mem, r)
		}
		before, freed, next := string(mem.AppendState(nil)), slices.Clone(mem.freed[mem.head:]), mem.next
		total, allocs := mem.Total(), mem.Allocations()
		mem.Begin()
		for range r.IntN(20) {
			alter(mem, r)
		}
		mem.Rollback()
		if got := string(mem.AppendState(nil)); got != before {
			t.Fatalf("round %d: the state differs from that before", round)
		}
		if !slices.Equal(mem.freed[mem.head:], freed) || mem.next != next || mem.Allocations() != allocs {
			t.Errorf("round %d: freed %v, next %d, %d allocations, want %v, %d, %d", round,
				mem.freed[mem.head:],
				mem.next, mem.Allocations(), freed, next, allocs)
		}
		if mem.Total() < total {
			t.Errorf("round %d: %d bytes, before %d", round, mem.Total(), total)
		}
	}
}

// alter makes a random change to memory.
func alter(mem *Memory, r *rand.Rand) {
	var objects []*Object
	for _, o := range mem.dense {
		if o != nil && o.Live {
			objects = append(objects, o)
		}
	}
	o := objects[r.IntN(len(objects))]
	n := min(uint64(1)<<r.IntN(5), o.Size)
	off := r.Uint64N(o.Size - n + 1)
	switch r.IntN(4) {
	case 0:
		if region, ok := mem.NextFree(); ok {
			mem.Create(region, &cfa.Alloc{Zero: r.IntN(2) == 0}, trace.Key{}, 1+r.Uint64N(20))
		}
	case 1:
		if o.Static < 0 {
			mem.End(o)
		}
	case 2:
		mem.Read(o, off, n)
	default:
		mem.Write(o, off, n, r.Uint64(), r.Uint64())
	}
}
