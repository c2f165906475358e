package transition

import (
	"maps"
	"slices"

	"whittle.dev/term"
)

// determined is a conjunction in which variables after the step are replaced by what equations say that they
// are. So the equations may depend on each other, in any order.
type determined struct {
	// images are the values of variables after the step, by their symbols. They are over the state before,
	// the inputs, and such variables after the step as have no image.
	images map[term.Term]term.Term
	rest   []term.Term // the other conjuncts; nothing that has an image is in them
}

func (d determined) clone() determined { return determined{images: maps.Clone(d.images)} }

// add sets the other conjuncts, and takes the equations out of them.
func (d *determined) add(p *partition, conj []term.Term) {
	if d.images == nil {
		d.images = map[term.Term]term.Term{}
	}
	d.rest = p.substitute(conj, d.images)
	for {
		found := p.equations(d)
		if len(found) == 0 {
			return
		}
		subst := term.NewSubstituter(p.st, found)
		for x, image := range d.images {
			d.images[x] = subst.Apply(image)
		}
		maps.Copy(d.images, found)
		d.rest = p.substitute(d.rest, found)
	}
}

// substitute returns the images of conjuncts, taken apart, each once.
func (p *partition) substitute(conj []term.Term, images map[term.Term]term.Term) []term.Term {
	subst := term.NewSubstituter(p.st, images)
	out := make([]term.Term, len(conj))
	for i, c := range conj {
		out[i] = subst.Apply(c)
	}
	return p.st.Conjuncts(out...)
}

// equations takes equations out of the other conjuncts that can be applied all at once: no variable that one
// of them determines occurs in the value of another one.
func (p *partition) equations(d *determined) map[term.Term]term.Term {
	found := map[term.Term]term.Term{}
	needed := map[term.Term]bool{} // variables in the values of found
	rest := p.o.joined(d.rest)
	d.rest = nil
	for _, known := range []bool{true, false} { // first those whose values are known before the step
		var left []term.Term
		for _, c := range rest {
			x, value, in := p.o.definition(c)
			ok := x != term.None && found[x] == term.None && !needed[x] && (len(in) == 0 || !known) &&
				!slices.ContainsFunc(in, func(y term.Term) bool { return found[y] != term.None })
			if !ok {
				left = append(left, c)
				continue
			}
			found[x] = value
			for _, y := range in {
				needed[y] = true
			}
		}
		if rest = left; len(found) > 0 {
			break
		}
	}
	d.rest = rest
	return found
}

// transition makes a transition of a conjunction. A variable after the step that the values of others depend
// on is an input, and gets its value from there; so those are assignments. What is left of the state after in
// no conjunct is a guard.
func (p *partition) transition(d determined) Transition {
	free := map[term.Term]term.Term{} // inputs by variables after the step
	for _, image := range d.images {
		for _, x := range p.o.nexts(image) {
			free[x] = p.inputFor(x)
		}
	}
	rest := d.rest
	subst := term.NewSubstituter(p.st, free)
	if len(free) > 0 {
		rest = p.substitute(rest, free)
	}
	t := Transition{Process: Shared}
	for v := range p.s.Vars {
		x := p.s.Vars[v].Next
		if image, ok := d.images[x]; ok {
			t.Updates = append(t.Updates, Update{v, subst.Apply(image)})
		} else if in, ok := free[x]; ok {
			t.Updates = append(t.Updates, Update{v, in})
		}
	}
	for _, c := range rest {
		if p.o.after(c) {
			t.Relations = append(t.Relations, c)
		} else {
			t.Guards = append(t.Guards, c)
		}
	}
	t.Inputs = p.s.inputsOf(&t, p.o)
	return t
}

// inputFor is the input that a variable gets its value from.
func (p *partition) inputFor(next term.Term) term.Term {
	in, ok := p.inputs[next]
	if !ok {
		v := p.o.vars[next].v
		in = p.s.Fresh("any "+p.s.Vars[v].Name, p.st.Sort(next))
		p.inputs[next] = in
		if p.s.Chosen == nil {
			p.s.Chosen = map[term.Term]int{}
		}
		p.s.Chosen[in] = v
	}
	return in
}

// inputsOf returns the symbols in t that are of no variable.
func (s *System) inputsOf(t *Transition, occurs *occurrences) []term.Term {
	terms := slices.Concat(t.Guards, t.Relations)
	for _, u := range t.Updates {
		terms = append(terms, u.Value)
	}
	return slices.DeleteFunc(s.Terms.Symbols(terms...), func(x term.Term) bool {
		_, ok := occurs.vars[x]
		return ok
	})
}
