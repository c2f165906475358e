package cpa

import (
	"slices"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// TestPredicateTexts: predicates about single bits of one variable are told together.
func TestPredicateTexts(t *testing.T) {
	st := term.NewStore()
	x, y := st.Symbol("x", term.BitVec(8)), st.Symbol("y", term.BitVec(8))
	p := knownPlace{predicates: map[term.Term]bool{st.Eq(x, st.BV(8, 3)): true}}
	for _, i := range []int{0, 1, 2, 5, 7} {
		p.predicates[st.Eq(st.Extract(i, i, x), st.BV(1, 1))] = true
	}
	p.predicates[st.Eq(st.Extract(4, 4, y), st.BV(1, 1))] = true
	want := []string{"bit 4 of y", "bits 0 to 2, 5, 7 of x", "x = 3"}
	if got := p.texts(st); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestStatistics: a run tells where predicates are known, and samples for the report.
func TestStatistics(t *testing.T) {
	samples := 0
	eng, err := New(Config{Analysis: "predicate", NoExact: true})
	if err != nil {
		t.Fatal(err)
	}
	res, err := eng.Check(t.Context(), engine.Task{Program: example(t, "parity"), Explain: true,
		Property: property.UnreachCall, Events: func(e engine.Event) { samples += len(e.Samples) }})
	if err != nil || res.Verdict.Kind != property.True || samples == 0 {
		t.Fatalf("%v, %d samples, %v", res.Verdict, samples, err)
	}
	numbers := map[string]float64{}
	for _, s := range res.Stats {
		numbers[s.Name] = s.Value
	}
	for _, name := range []string{"refinements", "abstractions", "covered states", "predicates",
		"locations with predicates", "predicates at one location", "step time", "refinement time"} {
		if numbers[name] <= 0 {
			t.Errorf("%s: %v", name, numbers[name])
		}
	}
}
