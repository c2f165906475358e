package cnf

import "whittle.dev/sat"

// JobShop asks for a schedule of jobs, each a sequence of one operation on every
// machine in an order and with durations from 1 to longest chosen at random, that ends by the
// time horizon. Times are in order encoding (Tamura and others: "Compiling finite linear
// CSP into SAT", 2009).
func JobShop(seed uint64, jobs, machines, longest, horizon int) *Formula {
	f := &Formula{}
	r := source(seed)
	type operation struct {
		from     []sat.Lit // from[t]: starts at t or later
		duration int
	}
	on := make([][]operation, machines)
	start := func() []sat.Lit {
		from := f.Vars(horizon + 1)
		for t := range horizon {
			f.Clause(from[t+1].Not(), from[t])
		}
		f.Clause(from[0])
		return from
	}
	// after asserts, where lit is true, that b starts when a has ended.
	after := func(lit []sat.Lit, a operation, b []sat.Lit) {
		for t := range horizon + 1 {
			clause := append(append([]sat.Lit(nil), lit...), a.from[t].Not())
			if t+a.duration <= horizon {
				clause = append(clause, b[t+a.duration])
			}
			f.Clause(clause...)
		}
	}
	for range jobs {
		var last operation
		for i, m := range r.Perm(machines) {
			op := operation{start(), 1 + r.IntN(longest)}
			if i > 0 {
				after(nil, last, op.from)
			}
			on[m] = append(on[m], op)
			last = op
		}
		if t := horizon - last.duration + 1; t >= 0 {
			f.Clause(last.from[t].Not())
		}
	}
	for _, ops := range on {
		for i := range ops {
			for j := range i {
				first := f.Var() // j is before i
				after([]sat.Lit{first.Not()}, ops[j], ops[i].from)
				after([]sat.Lit{first}, ops[i], ops[j].from)
			}
		}
	}
	return f
}

// LostUpdates runs threads that each add 1 to a shared counter so many times by a
// load and a store, one step at a time, and asks for an interleaving that leaves the given
// value. With at least two threads and rounds the values from 2 to threads*rounds can
// be had, and no other.
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
