package steps

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// builder makes a random system.
type builder struct {
	rng   *rand.Rand
	st    *term.Store
	s     *ts.System
	array int
}

// randomSystem makes a small system: two to four processes over scalars of two bits and an
// array, with locals, inputs, joins and instructions that only wait; sometimes two of the
// processes are the same. Each goal has a variable whose values tests compare, in Reads after
// those of the guard, and may have a guard over scalars and elements.
func randomSystem(rng *rand.Rand) (s *ts.System, observed []int) {
	b := &builder{rng: rng, st: term.NewStore()}
	b.s = &ts.System{Terms: b.st}
	for _, name := range []string{"x", "y", "z"} {
		b.variable(name, ts.Shared, uint64(rng.IntN(2)))
	}
	sort := b.st.ArraySort(term.BitVec(2), term.BitVec(2))
	b.array = len(b.s.Vars)
	b.s.Vars = append(b.s.Vars, ts.Var{Name: "a", Sym: b.st.Symbol("a", sort), Owner: ts.Shared, Len: 4,
		Init: b.st.StoreArr(b.st.ConstArray(sort, b.st.BV(2, 0)), b.st.BV(2, 1), b.st.BV(2, 2))})
	n := 2 + rng.IntN(3)
	seed := rng.Uint64()
	for p := range n {
		if p == 0 || rng.IntN(3) > 0 {
			seed = rng.Uint64()
		} // else the code of the process before
		b.process(p, rand.New(rand.NewPCG(seed, 2)))
	}
	for p := range n {
		if rng.IntN(2) == 0 {
			b.goal(p)
		}
	}
	if len(b.s.Goals) == 0 {
		b.goal(n - 1)
	}
	b.s.Summarise()
	for g := range b.s.Goals {
		v := rng.IntN(3)
		observed = append(observed, v)
		if reads := &b.s.Goals[g].Reads; !slices.Contains(*reads, v) {
			*reads = append(*reads, v)
			slices.Sort(*reads)
		}
	}
	return b.s, observed
}

func (b *builder) variable(name string, owner int, init uint64) int {
	b.s.Vars = append(b.s.Vars, ts.Var{Name: name, Sym: b.st.Symbol(name, term.BitVec(2)),
		Owner: owner, Init: b.st.BV(2, init)})
	return len(b.s.Vars) - 1
}

// value is a term over shared variables and a local one.
func (b *builder) value(rng *rand.Rand, local int) term.Term {
	scalars := []int{0, 1, 2, local}
	v := b.s.Vars[scalars[rng.IntN(4)]].Sym
	switch rng.IntN(5) {
	case 0, 1:
		return b.st.BV(2, uint64(rng.IntN(4)))
	case 2:
		return b.st.BVAdd(v, b.st.BV(2, 1))
	case 3:
		return b.st.Select(b.s.Vars[b.array].Sym, v)
	}
	return v
}

// process adds a process whose code depends on rng alone.
func (b *builder) process(p int, rng *rand.Rand) {
	st, name := b.st, fmt.Sprintf("p%d", p)
	b.s.Processes = append(b.s.Processes, ts.Process{Name: name, PC: len(b.s.Vars),
		Locs: make([]ts.Location, 2+rng.IntN(2))})
	b.s.Vars = append(b.s.Vars, ts.Var{Name: name + ".pc", Sym: st.Symbol(name+".pc", term.BitVec(2)),
		Counter: true, Owner: p, Init: st.BV(2, 0)})
	local := b.variable(name+".r", p, 0)
	locs := len(b.s.Processes[p].Locs)
	for l := range locs {
		guard := st.Eq(b.value(rng, local), b.value(rng, local))
		if rng.IntN(2) == 0 {
			guard = st.True()
		}
		for k, g := range []term.Term{guard, st.Not(guard)} {
			if st.IsFalse(g) || rng.IntN(8) == 0 {
				continue
			}
			in := ts.Instruction{Process: p, From: l, To: rng.IntN(locs), Guard: g}
			value := b.value(rng, local)
			if rng.IntN(6) == 0 {
				sym := st.Symbol(fmt.Sprintf("%s.in%d.%d", name, l, k), term.BitVec(2))
				in.Inputs = []term.Term{sym}
				value = st.BVAdd(value, sym)
			}
			switch rng.IntN(5) {
			case 0: // only waits
			case 1:
				in.Updates = append(in.Updates, ts.Update{Var: local, Value: value})
			case 2:
				a := b.s.Vars[b.array].Sym
				in.Updates = append(in.Updates, ts.Update{Var: b.array,
					Value: st.StoreArr(a, b.value(rng, local), value)})
			default:
				in.Updates = append(in.Updates, ts.Update{Var: rng.IntN(3), Value: value})
			}
			if rng.IntN(6) == 0 && p > 0 { // a join
				other := b.s.Vars[b.s.Processes[0].PC].Sym
				in.Guard = st.And(in.Guard, st.Eq(other, st.BV(2, 1)))
			}
			b.s.Instructions = append(b.s.Instructions, in)
		}
	}
}

func (b *builder) goal(p int) {
	guard := b.st.True()
	if b.rng.IntN(2) == 0 {
		guard = b.st.Eq(b.value(b.rng, b.s.Processes[p].PC+1), b.value(b.rng, b.s.Processes[p].PC+1))
	}
	if !b.st.IsFalse(guard) {
		b.s.Goals = append(b.s.Goals, ts.Goal{Process: p, At: b.rng.IntN(len(b.s.Processes[p].Locs)),
			Guard: guard})
	}
}
