package cpa

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/certify"
	"whittle.dev/internal/engine/cpa/composite"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/proof"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/testing/traps"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// parity needs a predicate: no set of values has it, since the loop goes on with any even number.
const parity = `
#include <pthread.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
unsigned n;
int stopped;
void *watch(void *arg) {
	if (n % 2)
		reach_error();
	stopped = 1;
	return arg;
}
int main(void) {
	pthread_t a;
	unsigned k = 0;
	pthread_create(&a, 0, watch, 0);
	while (__VERIFIER_nondet_uchar() && !stopped) {
		k += 2;
		n = k;
	}
	return 0;
}
`

func example(t *testing.T, name string) *cfa.Program {
	t.Helper()
	if name == "parity" {
		return compiled.Program(t, compiled.File("p.c", parity))
	}
	return compiled.Program(t, c.Config{Files: []string{examples.File(t, "../../../examples", name)},
		Property: property.UnreachCall})
}

// proofs are programs that hold, and analyses that prove them.
var proofs = []struct{ program, analysis string }{
	{"parity", "predicate"}, {"parity", "predicate+interval"}, {"message_passing.c", "predicate"},
	{"message_passing.c", "value+interval"}, {"lost_update_cas.c", "predicate+value"},
	{"lost_update_cas.c", "bmc"}, {"lost_update_cas.c", "value"}, {"treiber_tagged.c", "bdd"},
}

// prove proves a program, and hands in the graph at the end before the proof is checked.
func prove(t *testing.T, p *cfa.Program, cfg Config,
	look func(*run, engine.Task, engine.Result)) engine.Result {
	t.Helper()
	cfg.MaxStates = 3000
	task := engine.Task{Program: p, Property: property.UnreachCall}
	var r *run
	e := &Engine{cfg: cfg, watch: func(now *run) { r = now }}
	res, err := e.Check(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	if look != nil && res.Verdict.Kind == property.True {
		res.Certificate, res.Stats = nil, nil
		look(r, task, res)
	}
	return res
}

// TestCertified: proofs are certified, with reductions and without.
func TestCertified(t *testing.T) {
	for _, p := range proofs {
		for _, by := range []*certify.Config{nil, {}} {
			res := prove(t, example(t, p.program), Config{Analysis: p.analysis, Certify: by}, nil)
			if res.Verdict.Kind != property.True || res.Certificate == nil || !res.Certificate.Checked {
				t.Errorf("%s by %s: %v, %v", p.program, p.analysis, res.Verdict, res.Certificate)
			} else if res.Certificate.Evidence.(*proof.MultiStates).Reduced != (by == nil) {
				t.Errorf("%s by %s: %v", p.program, p.analysis, res.Certificate)
			}
		}
	}
	res := prove(t, example(t, "parity"), Config{NoConfirm: true}, nil)
	if res.Certificate != nil {
		t.Error("a proof was checked although that is off")
	}
}

// TestCorruptedCertificate takes away, in turn, the states of a control location, and what is known of them,
// or adds to what is known.
func TestCorruptedCertificate(t *testing.T) {
	noticed, missed := map[string]int{}, map[string]int{}
	for _, p := range testflag.Some(proofs, 4) {
		for _, by := range []*certify.Config{nil, {}} {
			prove(t, example(t, p.program), Config{Analysis: p.analysis, Certify: by}, func(r *run,
				task engine.Task, res engine.Result) {
				for what, n := range corruptions(r) {
					cfg := certify.Config{Reduced: &r.steps, Program: r.prog}
					if by != nil {
						cfg = *by
					}
					_, err := r.certificate(cfg, n).Finish(t.Context(), task, res)
					what, _, _ = strings.Cut(what, " ")
					switch {
					case err == nil:
						missed[what]++
					case strings.Contains(err.Error(), "are no invariant"):
						noticed[what]++
					default:
						t.Error(err)
					}
				}
			})
		}
	}
	t.Log("noticed:", noticed, "not:", missed)
	// What is known of some states, and some values, are not needed.
	if noticed["removed"] < 20 || missed["removed"] > 0 || noticed["forgotten"] == 0 ||
		noticed["invented"] < 4 {
		t.Error("corruptions are not noticed")
	}
}

// corruptions are ways to get the states of a graph wrong, each of which concerns one control location.
func corruptions(r *run) map[string]func(*composite.State) (*multistate.State, bool) {
	out := map[string]func(*composite.State) (*multistate.State, bool){}
	st := r.x.Terms()
	where := func(s *composite.State) string { return fmt.Sprint(s.MS.Where()) }
	nodes := slices.Collect(r.graph.All())
	for i, n := range testflag.Some(nodes, 4) {
		here := where(n.State)
		add := func(what string, wrong func(*composite.State) (*multistate.State, bool)) {
			out[fmt.Sprint(what, " ", i)] = func(s *composite.State) (*multistate.State, bool) {
				if where(s) == here {
					return wrong(s)
				}
				return r.analysis.Open(s)
			}
		}
		add("removed", func(*composite.State) (*multistate.State, bool) { return nil, false })
		add("forgotten", func(s *composite.State) (*multistate.State, bool) { return s.MS, true })
		add("invented", func(s *composite.State) (*multistate.State, bool) {
			open, ok := r.analysis.Open(s)
			for _, slot := range s.Slots[:min(1, len(s.Slots))] {
				is := slot.Sym
				if w := st.Sort(is).Width(); st.Sort(is).IsBitVec() {
					is = st.Eq(is, st.BV(w, 77))
				}
				open, ok = r.x.Assume(s.MS, append(r.analysis.Facts(s), is)...)
			}
			return open, ok
		})
	}
	return out
}

// liar is a solver that now and then says that something cannot be.
type liar struct {
	smt.Solver
	questions *int
	every     int
}

func (l liar) Check(ctx context.Context, assumptions ...term.Term) smt.Result {
	r := l.Solver.Check(ctx, assumptions...)
	if *l.questions++; r.Status == smt.Sat && *l.questions%l.every == 0 {
		return smt.Result{Status: smt.Unsat}
	}
	return r
}

// TestLiar proves programs that are violated by a solver that lies: the check refutes these proofs.
func TestLiar(t *testing.T) {
	all, err := traps.Read("../../../testdata/traps")
	if err != nil {
		t.Fatal(err)
	}
	all = slices.DeleteFunc(all, func(tr traps.Trap) bool {
		topic, _, _ := strings.Cut(tr.Name, "/")
		return tr.Want != "false" || topic != "symbolic_data" && topic != "data_in_memory"
	})
	wrong, refuted := 0, 0
	for _, tr := range testflag.Some(all, 12) {
		p := compiled.Program(t, compiled.File("p.c", tr.Text))
		for _, by := range []*certify.Config{nil, {}} {
			for _, every := range []int{1, 2, 5} {
				questions := 0
				cfg := Config{Analysis: "predicate", Certify: by, MaxStates: 500}
				cfg.Wrap = func(_ *term.Store, s smt.Solver) smt.Solver { return liar{s, &questions, every} }
				eng, err := New(cfg)
				if err != nil {
					t.Fatal(err)
				}
				res, err := eng.Check(t.Context(), engine.Task{Program: p, Property: property.UnreachCall})
				switch {
				case err != nil && strings.Contains(err.Error(), "are no invariant"):
					wrong++
					refuted++
				case err == nil && res.Verdict.Kind == property.True:
					wrong++
					if res.Certificate.Checked {
						t.Errorf("%s: %v: %v", tr.Name, res.Verdict, res.Certificate)
					}
				}
			}
		}
	}
	t.Logf("%d wrong proofs, %d of them refuted", wrong, refuted)
	if refuted < 5 || refuted < wrong*9/10 {
		t.Errorf("%d of %d wrong proofs are refuted", refuted, wrong)
	}
}
