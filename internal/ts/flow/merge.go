package flow

import (
	"slices"

	"whittle.dev/term"
)

// maxProduct bounds the edges that replace those of one location: beyond it the location stays.
const maxProduct = 64

// merge bypasses locations that no loop needs: each edge to the location is composed with each from it. A
// location stays if it is initial, if a search in depth finds an edge back to it, or if too many edges would
// come of it.
func (b *builder) merge() error {
	heads := b.heads()
	b.bypassed, b.outs = make([]bool, len(b.locs)), make([][]*Edge, len(b.locs))
	for again := true; again; {
		again = false
		for l := range b.locs {
			if heads[l] || !b.st.IsFalse(b.locs[l].Init) {
				continue
			}
			done, err := b.bypass(l)
			if err != nil {
				return err
			}
			again = again || done
		}
	}
	return nil
}

// heads says of each location whether an edge leads back to it in a search in depth from the initial ones.
// Every cycle has such a location.
func (b *builder) heads() []bool {
	out := make([][]int, len(b.locs))
	for _, e := range b.edges {
		if e.To != Goal {
			out[e.From] = append(out[e.From], e.To)
		}
	}
	heads := make([]bool, len(b.locs))
	const (
		open = iota + 1
		closed
	)
	state := make([]byte, len(b.locs))
	type frame struct{ loc, next int }
	for start := range b.locs {
		if state[start] != 0 {
			continue
		}
		state[start] = open
		stack := []frame{{start, 0}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if top.next == len(out[top.loc]) {
				state[top.loc] = closed
				stack = stack[:len(stack)-1]
				continue
			}
			to := out[top.loc][top.next]
			top.next++
			switch state[to] {
			case open:
				heads[to] = true
			case 0:
				state[to] = open
				stack = append(stack, frame{to, 0})
			}
		}
	}
	return heads
}

// bypass composes the edges to a location with those from it, and drops both. It is false if there are none
// or too many, or if one from the location has inputs: the invariant of the location, see Invariant, would
// need a quantifier.
func (b *builder) bypass(l int) (bool, error) {
	var in, out []*Edge
	for _, e := range b.edges {
		if e.From == l && e.To == l {
			return false, nil
		}
		if e.From == l {
			out = append(out, e)
		}
		if e.To == l {
			in = append(in, e)
		}
	}
	n, m := len(in), len(out)
	if n+m == 0 || n*m > maxProduct && n*m > n+m {
		return false, nil
	}
	if slices.ContainsFunc(out, func(e *Edge) bool { return len(e.Inputs) > 0 }) {
		return false, nil
	}
	b.bypassed[l], b.outs[l] = true, out
	b.edges = slices.DeleteFunc(b.edges, func(e *Edge) bool { return e.From == l || e.To == l })
	for _, e := range in {
		for _, f := range out {
			if err := b.ctx.Err(); err != nil {
				return false, err
			}
			if c := b.compose(e, f); b.possible(c.Guard) {
				b.edges = append(b.edges, c)
			}
		}
	}
	return true, nil
}

// compose is the edge that takes e and then f. Inputs of f that e has too get other names.
func (b *builder) compose(e, f *Edge) *Edge {
	m := map[term.Term]term.Term{}
	var renamed []term.Term
	for _, in := range f.Inputs {
		if slices.Contains(e.Inputs, in) {
			m[in] = b.st.Fresh("in", b.st.Sort(in))
			renamed = append(renamed, m[in])
		}
	}
	for v := range b.sys.Vars {
		m[b.sys.Vars[v].Sym] = e.Next[v]
	}
	c := b.replaced(f, m)
	c.From = e.From
	c.Guard = b.st.And(e.Guard, c.Guard)
	c.Inputs = slices.Concat(e.Inputs, c.Inputs, renamed)
	c.Parts = slices.Concat(e.Parts, c.Parts)
	return b.define(c)
}
