package modular_test

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/internal/engine/modular/table"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/term"
)

const (
	// mergedPrograms is how many random programs are merged and explored in an ordinary run, with two threads
	// besides the initial one, and so many states;
	mergedPrograms, mergedThreads, mergedStates = 12, 2, 3_000
	// mergedMost is the limit with merged steps, so that no error is missed only because it is hit.
	mergedMost = 4 * mergedStates
)

// TestMergedSystems: few threads come to the same errors whether steps are merged or not.
func TestMergedSystems(t *testing.T) {
	merged, errors := 0, 0
	for seed := range testflag.Seeds(mergedPrograms) {
		body := randomThreads(rand.New(rand.NewPCG(uint64(seed), 2)))
		p := compiled.Program(t, compiled.File("a.c", body+endlessBoth("")))
		read := func() *model.System {
			sys, err := model.Extract(t.Context(), p,
				model.Options{OldLocals: true, Shared: true, Property: property.UnreachCall})
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			return sys
		}
		steps, sections := read(), read()
		pairs, err := table.New(t.Context(), sections, table.Limits{Values: 6, Stores: 96, Seats: 400,
			Pairs: 40_000})
		if err != nil || !sections.Merge(pairs.Movers()) {
			continue
		}
		merged++
		want, whole := exploration(t, steps, mergedStates)
		got, all := exploration(t, sections, mergedMost)
		errors += len(want)
		for e := range want {
			if all && !got[e] {
				t.Errorf("seed %d: lost: %s\n%s", seed, e, body)
			}
		}
		for e := range got {
			if whole && !want[e] {
				t.Errorf("seed %d: new: %s\n%s", seed, e, body)
			}
		}
	}
	t.Logf("%d are merged, with %d errors", merged, errors)
	if merged == 0 || errors == 0 {
		t.Error("the random programs are too one-sided")
	}
}

// few is a state of a system with few threads.
type few struct {
	shared  valuation
	threads []role
}

// role is a thread of a state.
type role struct {
	template, loc int
	locals        valuation
}

// valuation gives symbols values.
type valuation map[term.Term]term.Value

// Value implements term.Assignment.
func (v valuation) Value(sym term.Term) (term.Value, bool) {
	x, ok := v[sym]
	return x, ok
}

// fewStates explores a system.
type fewStates struct {
	t      *testing.T
	sys    *model.System
	values *term.Evaluator
	seen   map[string]bool
	work   []few
}

// exploration finds the errors of few threads, with 0 and 1 for inputs, and whether all states were seen.
func exploration(t *testing.T, sys *model.System, most int) (errors map[string]bool, complete bool) {
	t.Helper()
	x := &fewStates{t: t, sys: sys, values: term.NewEvaluator(sys.Terms, valuation{}),
		seen: map[string]bool{}}
	x.add(few{x.begin(sys.Globals, nil), []role{{locals: x.begin(sys.Templates[0].Locals, nil)}}})
	errors = map[string]bool{}
	for len(x.work) > 0 {
		if len(x.seen) > most {
			return errors, false
		}
		s := x.work[len(x.work)-1]
		x.work = x.work[:len(x.work)-1]
		for i, r := range s.threads {
			for _, k := range sys.Templates[r.template].Locs[r.loc].Out {
				e := &sys.Templates[r.template].Edges[k]
				if e.Spawn == nil || len(s.threads) <= mergedThreads {
					x.inputs(s, i, e, 0, valuation{}, errors)
				}
			}
		}
	}
	return errors, true
}

// begin is what variables begin with: what is given, or their first values, or zero.
func (x *fewStates) begin(vars []model.Var, given valuation) valuation {
	out := valuation{}
	for _, v := range vars {
		if out[v.Sym] = x.sys.Terms.ZeroValue(x.sys.Terms.Sort(v.Sym)); v.Init != term.None {
			out[v.Sym] = x.eval(valuation{}, v.Init)
		}
		if g, ok := given[v.Sym]; ok {
			out[v.Sym] = g
		}
	}
	return out
}

func (x *fewStates) eval(in valuation, u term.Term) term.Value {
	x.values.Reset(in)
	v, err := x.values.Eval(u)
	if err != nil {
		x.t.Fatal(err)
	}
	return v
}

// inputs makes a step of a thread with all values of its inputs, from some on.
func (x *fewStates) inputs(s few, i int, e *model.Edge, from int, v valuation, errors map[string]bool) {
	if from == len(e.Inputs) {
		maps.Copy(v, s.shared)
		maps.Copy(v, s.threads[i].locals)
		x.step(s, i, e, v, errors)
		return
	}
	sort := x.sys.Terms.Sort(e.Inputs[from])
	for bit := range uint64(2) {
		if v[e.Inputs[from]] = term.BoolValue(bit == 1); sort.IsBitVec() {
			v[e.Inputs[from]] = term.BVValue(sort.Width(), bit)
		}
		x.inputs(s, i, e, from+1, v, errors)
	}
}

// step makes a step of a thread, or notes an error.
func (x *fewStates) step(s few, i int, e *model.Edge, v valuation, errors map[string]bool) {
	switch {
	case !x.eval(v, e.Guard).Bool():
		return
	case e.Kind != model.Step:
		errors[fmt.Sprint(e.Kind, " ", x.sys.Files.Format(e.Pos), " ", e.What)] = true
		return
	}
	after := few{maps.Clone(s.shared), slices.Clone(s.threads)}
	r := role{s.threads[i].template, e.To, maps.Clone(s.threads[i].locals)}
	for sym, u := range e.Updates {
		if _, local := r.locals[sym]; local {
			r.locals[sym] = x.eval(v, u)
		} else {
			after.shared[sym] = x.eval(v, u)
		}
	}
	for sym := range r.locals {
		if !slices.Contains(x.sys.Templates[r.template].Locs[e.To].Live, sym) {
			r.locals[sym] = x.sys.Terms.ZeroValue(x.sys.Terms.Sort(sym))
		}
	}
	after.threads[i] = r
	if sp := e.Spawn; sp != nil {
		args := valuation{}
		for sym, u := range sp.Args {
			args[sym] = x.eval(v, u)
		}
		after.threads = append(after.threads,
			role{sp.Template, 0, x.begin(x.sys.Templates[sp.Template].Locals, args)})
	}
	x.add(after)
}

// add adds a state; threads of one template may change places.
func (x *fewStates) add(s few) {
	var names []string
	for _, r := range s.threads {
		names = append(names, x.name(x.sys.Templates[r.template].Locals, r.locals, r.template, r.loc))
	}
	slices.Sort(names)
	key := fmt.Sprint(x.name(x.sys.Globals, s.shared), names)
	if !x.seen[key] {
		x.seen[key] = true
		x.work = append(x.work, s)
	}
}

func (x *fewStates) name(vars []model.Var, v valuation, numbers ...int) string {
	var out []byte
	for _, n := range numbers {
		out = binary.AppendUvarint(out, uint64(n))
	}
	for _, sym := range vars {
		out = append(append(out, v[sym.Sym].String()...), ' ')
	}
	return string(out)
}
