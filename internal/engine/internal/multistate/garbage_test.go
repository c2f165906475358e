package multistate

import (
	"math/rand"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// TestJoinedAddresses writes an address into an object, byte by byte in a random order and with other stores
// before: it is found, however the cells lie.
func TestJoinedAddresses(t *testing.T) {
	for seed := range int64(100) {
		r := rand.New(rand.NewSource(seed))
		x, st := newTest(t)
		begin, addr := x.p.RegionStart(1), x.p.RegionStart(uint64(2+r.Intn(3)))+uint64(r.Intn(16))
		for range r.Intn(3) {
			st.write(begin+uint64(4*r.Intn(4)), x.s.BV(32, 0))
		}
		at := uint64(r.Intn(13))
		for _, i := range r.Perm(4) {
			st.write(begin+at+uint64(i), x.s.BV(8, addr>>(8*i)))
		}
		found := map[uint64]bool{}
		x.p.eachJoined(st.region(x.p.RegionOf(begin)), func(a uint64) { found[a] = true })
		if !found[addr] {
			t.Errorf("seed %d: the address %#x at %d is not among %v", seed, addr, at, found)
		}
	}
}

// TestAddressesInTerms finds the addresses that a value may be: both of a choice, and the object of one with
// an offset that is not known.
func TestAddressesInTerms(t *testing.T) {
	x, st := newTest(t)
	off := x.symbols.Fresh(&st.used, term.BitVec(32))
	if x.conditions.assume(st, x.s.BVUlt(off, x.s.BV(32, 8))) == smt.Unsat {
		t.Fatal("an empty state")
	}
	low := x.s.ZeroExt(29, x.s.Extract(2, 0, off))
	start := func(region uint64) term.Term { return x.s.BV(32, x.p.RegionStart(region)) }
	value := x.s.Ite(x.s.Eq(off, x.s.BV(32, 1)), start(1), x.s.BVAdd(start(2), low))
	regions := map[uint64]bool{}
	v := addressVisitor{p: x.p, keep: func(a uint64) { regions[x.p.RegionOf(a)] = true },
		seen: map[placedTerm]bool{}}
	v.visit(value, 0)
	for region := uint64(1); region <= 2; region++ {
		if !regions[x.p.RegionOf(x.p.RegionStart(region))] {
			t.Errorf("%s does not lead to region %d", x.s.String(value), region)
		}
	}
}
