package ranking

import (
	"math/big"
	"slices"

	"whittle.dev/internal/proof/measures"
	"whittle.dev/internal/ts/flow"
	"whittle.dev/term"
)

// A sample is a step of an edge, with the features before and after it.
type sample struct {
	edge          int
	before, after []*big.Int
}

// synthesis is the search for a measure of a component.
type synthesis struct {
	*search
	c        measures.Component
	features []measures.Feature
	width    int
	// usable says by location which features are over what matters there.
	usable map[int][]bool
	// samples are steps from states that nothing excludes; real ones are steps of executions.
	samples, real []sample
	// work bounds what is spent on a candidate of findReached, and cut says that it was too little for one.
	work int64
	cut  bool
}

func (s *search) newSynthesis(c measures.Component) *synthesis {
	y := &synthesis{search: s, c: c, features: s.features(c), usable: map[int][]bool{}}
	y.width = widthOf(s.st, y.features)
	for _, l := range c.Locs {
		for _, f := range y.features {
			y.usable[l] = append(y.usable[l], s.over(f.Term, l))
		}
	}
	return y
}

// maxRounds bounds how many candidates are made of samples for one edge that is to decrease them.
const maxRounds = 24

// find finds a measure that some edge decreases; nil: none.
func (y *synthesis) find() (*measures.Measure, error) {
	for i := range y.features {
		for _, sign := range []int64{1, -1} {
			m := y.single(i, sign)
			if m == nil {
				continue
			}
			if ok, err := y.try(m, -1); err != nil {
				return nil, err
			} else if !ok {
				continue
			}
			if y.findStrict(m); len(m.Strict) > 0 {
				return m, nil
			}
		}
	}
	for _, target := range y.c.Edges {
		for range maxRounds {
			m, _ := y.fit(y.samples, target, false)
			if m == nil {
				break
			}
			ok, err := y.try(m, target)
			if err != nil {
				return nil, err
			}
			if ok {
				y.findStrict(m)
				return m, nil
			}
		}
	}
	return nil, nil
}

// single is the measure of one feature; nil where it does not matter at every location.
func (y *synthesis) single(i int, sign int64) *measures.Measure {
	m := y.measure()
	for _, l := range y.c.Locs {
		if !y.usable[l][i] {
			return nil
		}
		m.At[l].Coefs[i] = sign
	}
	return m
}

// measure is the measure that is zero everywhere.
func (y *synthesis) measure() *measures.Measure {
	m := &measures.Measure{Features: y.features, Width: y.width, At: map[int]measures.Linear{},
		Edges: y.c.Edges}
	for _, l := range y.c.Locs {
		m.At[l] = measures.Linear{Coefs: make([]int64, len(y.features))}
	}
	return m
}

// try reports whether no edge increases a candidate, and the target, if there is one, decreases it. Where
// that fails a sample is noted.
func (y *synthesis) try(m *measures.Measure, target int) (bool, error) {
	if y.refuted(m, y.samples, target) {
		return false, nil
	}
	ok := true
	for _, e := range y.c.Edges {
		good, model := y.keeps(m, e, e == target)
		if err := y.ctx.Err(); err != nil {
			return false, err
		}
		if good {
			continue
		}
		ok = false
		if !model {
			break
		}
		y.samples = append(y.samples, y.sample(e))
	}
	return ok, nil
}

// refuted reports whether some sample shows that a candidate is no measure.
func (y *synthesis) refuted(m *measures.Measure, samples []sample, target int) bool {
	return slices.ContainsFunc(samples, func(x sample) bool {
		switch falls := falls(m, &y.g.Edges[x.edge], x).Sign(); {
		case x.edge == target:
			return falls <= 0
		default:
			return falls < 0
		}
	})
}

// falls is by how much a measure is smaller after a step.
func falls(m *measures.Measure, e *flow.Edge, x sample) *big.Int {
	sum := big.NewInt(m.At[e.From].Constant - m.At[e.To].Constant)
	for i := range m.Features {
		sum.Add(sum, new(big.Int).Mul(big.NewInt(m.At[e.From].Coefs[i]), x.before[i]))
		sum.Sub(sum, new(big.Int).Mul(big.NewInt(m.At[e.To].Coefs[i]), x.after[i]))
	}
	return sum
}

// sample is the step of an edge in the model of the solver.
func (y *synthesis) sample(edge int) sample {
	return y.sampleOf(edge, y.value)
}

// sampleOf is a step of an edge from the state and with the inputs that value knows.
func (y *synthesis) sampleOf(edge int, value func(term.Term) term.Value) sample {
	x := sample{edge: edge}
	for _, f := range y.features {
		x.before = append(x.before, f.Value(value(f.Term)))
		x.after = append(x.after, f.Value(value(y.after(&y.g.Edges[edge], f.Term))))
	}
	return x
}
