package cnf

import "whittle.dev/sat"

// LostUpdates runs threads that each add 1 to a shared counter so many times by a load and a store, one step
// at a time, and asks for an interleaving that leaves the given value. With at least two threads and rounds
// the values from 2 to threads*rounds can be had, and no other.
func LostUpdates(threads, rounds, final int) *Formula {
	f := &Formula{}
	bits := 1
	for 1<<bits <= threads*rounds {
		bits++
	}
	steps := 2 * threads * rounds
	at := make([]Word, threads) // the step of each thread, one literal for each
	local := make([]Word, threads)
	for i := range threads {
		at[i] = f.resize(Word{f.True()}, 2*rounds+1)
		local[i] = f.Constant(bits, 0)
	}
	shared := f.Constant(bits, 0)
	for range steps {
		turn := f.Vars(threads)
		f.Clause(turn...)
		f.AtMostOne(Pairwise, turn)
		before := shared
		for i, now := range turn {
			f.Clause(now.Not(), at[i][2*rounds].Not())
			var load, store sat.Lit = f.False(), f.False()
			for k := range 2 * rounds {
				if k%2 == 0 {
					load = f.Or(load, at[i][k])
				} else {
					store = f.Or(store, at[i][k])
				}
			}
			load, store = f.And(load, now), f.And(store, now)
			next := make(Word, len(at[i]))
			for k := range next {
				prev := f.False()
				if k > 0 {
					prev = at[i][k-1]
				}
				next[k] = f.Mux(now, prev, at[i][k])
			}
			more, _ := f.addRipple(local[i], f.resize(nil, bits), f.True())
			shared = f.MuxWord(store, more, shared)
			local[i] = f.MuxWord(load, before, local[i])
			at[i] = next
		}
	}
	f.Fix(shared, uint64(final))
	return f
}
