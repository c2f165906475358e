package ceds_test

import (
	"fmt"
	"math/rand"
	"testing"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/randprog"
	"whittle.dev/internal/testing/testflag"
)

// random compares random programs. write returns the program of a seed, and fill puts checks into it. The
// program is enumerated first; then an outcome that was found and one that was not are checked.
func (l *law) random(n int, write func(seed int64) string,
	fill func(src string, choice, only int) (string, int)) {
	large := 0
	for seed := range testflag.Seeds(n) {
		model := c.LP64
		if seed%2 == 0 {
			model = c.ILP32
		}
		r := rand.New(rand.NewSource(seed))
		src, choice := write(seed), r.Int()
		all, line := fill(src, choice, -1)
		seen := l.enumerate(all, model)
		if seen == nil {
			continue
		}
		var found [randprog.Outcomes]bool
		for _, v := range seen.Violations {
			if k := int(v.Outcome.Edge.Pos.Line) - line; k >= 0 && k < randprog.Outcomes {
				found[k] = true
			}
		}
		tried := map[bool]bool{}
		for _, k := range r.Perm(randprog.Outcomes) {
			if tried[found[k]] {
				continue
			}
			tried[found[k]] = true
			text, _ := fill(src, choice, k)
			truth := l.enumerate(text, model)
			if truth == nil {
				continue
			}
			p, err := lawLoad("random.c", text, property.UnreachCall, model)
			if err != nil {
				l.t.Fatal(err)
			}
			lp := &lawProgram{
				name: fmt.Sprintf("seed %d, %s", seed, model), program: p, property: property.UnreachCall,
				undefined: len(truth.Undefined) > 0,
				source:    text, again: fmt.Sprint("-seed ", seed),
			}
			switch {
			case len(truth.Violations) > 0:
				lp.want = property.False
			case !truth.Complete:
				large++
			case !truth.Sampled:
				lp.want = property.True
			}
			l.compare(lp)
		}
	}
	l.t.Logf("%d were too large for an enumeration", large)
	l.report()
}

// enumerate tries all executions of a program, up to a limit; nil if the program is wrong.
func (l *law) enumerate(text string, model c.DataModel) *enumerate.Result {
	p, err := lawLoad("random.c", randprog.Ticking(text), property.UnreachCall, model)
	if err != nil {
		l.t.Errorf("%v\n%s", err, text)
		return nil
	}
	e, err := enumerate.Run(l.t.Context(), p, enumerate.Options{MaxStates: 5 * l.states, AllBits: 8})
	if err != nil {
		l.t.Errorf("%v\n%s", err, text)
		return nil
	}
	return e
}

// TestLawSmall takes random programs that an enumeration decides.
func TestLawSmall(t *testing.T) {
	newLaw(t, 3).random(20, func(seed int64) string { src, _ := randprog.NewSmall(seed); return src },
		randprog.SmallCheck)
}

// TestLawMixed takes random programs with more objects.
func TestLawMixed(t *testing.T) {
	newLaw(t, 3).random(12, randprog.NewMixed, randprog.Check)
}

// TestLawWide takes programs as TestLawSymbolic, but of more bits. They are not enumerated.
func TestLawWide(t *testing.T) {
	l := newLaw(t, 3)
	for seed := range testflag.Seeds(10) {
		r := rand.New(rand.NewSource(seed))
		src, _ := randprog.SmallCheck(randprog.Wide(randprog.NewSymbolic(seed)), r.Int(),
			r.Intn(randprog.Outcomes))
		p, err := lawLoad("random.c", src, property.UnreachCall, c.LP64)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		l.compare(&lawProgram{
			name: fmt.Sprintf("seed %d", seed), program: p, property: property.UnreachCall,
			source: src, again: fmt.Sprint("-seed ", seed),
		})
	}
	l.report()
}

// TestLawSymbolic takes random programs of data that depends on inputs.
func TestLawSymbolic(t *testing.T) {
	newLaw(t, 3).random(8, randprog.NewSymbolic, randprog.SmallCheck)
}
