package cnf

import (
	"slices"

	"whittle.dev/sat"
)

// Counters unrolls two counters x = 0 and y = 1 of n bits for so many steps. In each step
// an input chooses whether a or b is added to x, and another one whether y becomes 3y+1, or
// 3y+2 if a was added, or 5y+2. It asks whether both can be equal to target at the end.
func Counters(n, steps int, a, b, target uint64) *Formula {
	f := &Formula{}
	x, y := f.Constant(n, 0), f.Constant(n, 1)
	for range steps {
		in, other := f.Var(), f.Var()
		x = f.Plus(x, f.MuxWord(in, f.Constant(n, a), f.Constant(n, b)))
		double := f.shift(y, 1)
		triple := f.Plus(y, double)
		five := f.Plus(y, f.shift(y, 2))
		one, _ := f.addRipple(triple, f.Constant(n, 1), in)
		two, _ := f.addRipple(five, f.Constant(n, 2), f.False())
		y = f.MuxWord(other, one, two)
	}
	f.Fix(x, target)
	f.Fix(y, target)
	return f
}

// Filter unrolls a linear feedback shift register of n bits whose outputs are a nonlinear function of five of
// its bits, and asks for the state from count outputs. Satisfiable unless other is set; then the outputs are
// of no state if count is well over n, all but certainly, since the last one is wrong.
func Filter(seed uint64, n, count int, other bool) *Formula {
	f := &Formula{}
	r := source(seed)
	taps := append(r.Perm(n - 1)[:3], n-1)
	in := r.Perm(n)[:5]
	state := f.Input(n)
	secret := make([]bool, n)
	for i := range secret {
		secret[i] = r.IntN(2) == 0
	}
	for k := range count {
		a, b, c, d, e := in[0], in[1], in[2], in[3], in[4]
		out := f.Xor(f.Xor(state[a], f.And(state[b], state[c])),
			f.And(f.Or(state[c], state[d]), f.Xor(state[e], state[b])))
		s := secret
		want := (s[a] != (s[b] && s[c])) != ((s[c] || s[d]) && (s[e] != s[b]))
		if other && k == count-1 {
			want = !want
		}
		f.Equal(out, f.Bool(want))
		back, was := f.False(), false
		for _, t := range taps {
			back = f.Xor(back, state[t])
			was = was != secret[t]
		}
		state = append(Word{back}, state[:n-1]...)
		secret = append([]bool{was}, secret[:n-1]...)
	}
	return f
}

// Queue unrolls two implementations of a queue, one that shifts and one with a ring
// of places, for so many steps of pushing and popping, and asks whether what they say of their
// first element or their length can differ. Unsatisfiable. Places must be a power of 2.
func Queue(places, bits, steps int) *Formula {
	f := &Formula{}
	width := 0
	for 1<<width < places {
		width++
	}
	shifting := make([]Word, places)
	ring := make([]Word, places)
	for i := range places {
		shifting[i], ring[i] = f.Constant(bits, 0), f.Constant(bits, 0)
	}
	length := f.Constant(width+1, 0) // of the one that shifts
	head, tail, full := f.Constant(width, 0), f.Constant(width, 0), f.False()
	var bad []sat.Lit
	for range steps {
		push, pop, data := f.Var(), f.Var(), f.Input(bits)
		// The one that shifts.
		some := f.OrAll(length...)
		room := length[width].Not()
		doPop, doPush := f.And(pop, some), f.And(push, room)
		for i := range places {
			next := f.Constant(bits, 0)
			if i+1 < places {
				next = shifting[i+1]
			}
			shifting[i] = f.MuxWord(doPop, next, shifting[i])
		}
		less, _ := f.addRipple(length, f.Constant(width+1, 1<<(width+1)-1), f.False())
		length = f.MuxWord(doPop, less, length)
		for i := range places {
			here := f.And(doPush, f.Same(length, f.Constant(width+1, uint64(i))))
			shifting[i] = f.MuxWord(here, data, shifting[i])
		}
		more, _ := f.addRipple(length, f.resize(nil, width+1), f.True())
		length = f.MuxWord(doPush, more, length)
		// The ring.
		empty := f.And(f.Same(head, tail), full.Not())
		ringPop, ringPush := f.And(pop, empty.Not()), f.And(push, full.Not())
		up := func(w Word) Word {
			sum, _ := f.addRipple(w, f.resize(nil, width), f.True())
			return sum
		}
		for i := range places {
			here := f.And(ringPush, f.Same(tail, f.Constant(width, uint64(i))))
			ring[i] = f.MuxWord(here, data, ring[i])
		}
		head = f.MuxWord(ringPop, up(head), head)
		tail = f.MuxWord(ringPush, up(tail), tail)
		full = f.And(f.Same(head, tail), f.Or(ringPush, f.And(full, ringPop.Not())))
		// What can be seen.
		some = f.OrAll(length...)
		first := f.selectWord(ring, head)
		hasSome := f.And(f.Same(head, tail), full.Not()).Not()
		bad = append(bad, f.Xor(some, hasSome), f.Xor(length[width], full))
		bad = append(bad, f.And(some, f.Same(first, shifting[0]).Not()))
	}
	f.Clause(bad...)
	return f
}

// selectWord returns the word of the given index.
func (f *Formula) selectWord(words []Word, index Word) Word {
	words = slices.Clone(words)
	for _, bit := range index {
		var half []Word
		for i := 0; i < len(words); i += 2 {
			half = append(half, f.MuxWord(bit, words[i+1], words[i]))
		}
		words = half
	}
	return words[0]
}

// Arbiter unrolls a round-robin arbiter of n clients for so many steps from any state with one token, and
// asks whether two clients are served at once, or one that asks all the time is not served within n steps.
// Clients keep a request until it is served. If broken is set, the arbiter forgets to move the token on after
// the last client, and with n steps at least one starves: satisfiable. Else unsatisfiable.
func Arbiter(n, steps int, broken bool) *Formula {
	f := &Formula{}
	token := f.Input(n)
	f.Clause(token...)
	f.AtMostOne(Pairwise, token)
	waiting := make([]Word, n) // by client: how long it has waited, one literal for each
	for i := range waiting {
		waiting[i] = f.resize(Word{f.True()}, n+1)
	}
	asks := Word(f.Vars(n))
	var bad []sat.Lit
	for range steps {
		grant := make(Word, n)
		for i := range n {
			// Served is the first client that asks, from the one with the token on.
			g := f.False()
			open := asks[i]
			for k := range n {
				j := (i - k + n) % n
				g = f.Or(g, f.And(token[j], open))
				open = f.And(open, asks[(j-1+n)%n].Not())
			}
			grant[i] = g
		}
		for i := range n {
			for j := range i {
				bad = append(bad, f.And(grant[i], grant[j]))
			}
		}
		served := f.OrAll(grant...)
		next := make(Word, n)
		for i := range n {
			from := grant[(i-1+n)%n]
			if broken && i == 0 {
				next[0] = f.Or(f.And(served.Not(), token[0]), f.False())
				continue
			}
			if broken && i == n-1 {
				from = f.Or(from, grant[n-1])
			}
			next[i] = f.Mux(served, from, token[i])
		}
		for i := range n {
			longer := f.And(asks[i], grant[i].Not())
			was := waiting[i]
			now := make(Word, n+1)
			now[0] = longer.Not()
			for k := 1; k <= n; k++ {
				now[k] = f.And(longer, was[k-1])
			}
			now[n] = f.Or(now[n], f.And(longer, was[n]))
			waiting[i] = now
			bad = append(bad, now[n])
		}
		again := f.Vars(n)
		for i := range n {
			asks[i] = f.Or(again[i], f.And(asks[i], grant[i].Not()))
		}
		token = next
	}
	f.Clause(bad...)
	return f
}
