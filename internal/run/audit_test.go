package run

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/panel"
	"whittle.dev/internal/solve"
	"whittle.dev/smt"
	"whittle.dev/smt/audit"
	"whittle.dev/term"
)

// stubborn is a solver that finds everything unsatisfiable.
type stubborn struct{ bmc.Solver }

func (stubborn) Check(context.Context, ...term.Term) smt.Result { return smt.Result{Status: smt.Unsat} }
func (stubborn) Failed() []term.Term                            { return nil }

// confused is a solver with an order that it forgets.
type confused struct{ bmc.Solver }

func (confused) Before(a, b smt.Node)                       {}
func (confused) Edge(lit term.Term, a, b smt.Node)          {}
func (confused) ReadFrom(lit term.Term, w, r smt.Access)    {}
func (confused) WriteOrder(lit term.Term, w, w2 smt.Access) {}

// TestAuditFindsWrongAnswers: a solver that answers wrongly never leads to a verdict.
func TestAuditFindsWrongAnswers(t *testing.T) {
	for _, c := range []struct {
		name, text, why string
		lie             func(bmc.Solver) bmc.Solver
		kind            property.Kind // the verdict without an audit
	}{
		{"unsat", lostUpdate, "the second solver has a model",
			func(s bmc.Solver) bmc.Solver { return stubborn{s} }, property.True},
		{"order", messagePassing, "the order of the model has a cycle",
			func(s bmc.Solver) bmc.Solver { return confused{s} }, property.Unknown},
	} {
		for _, audited := range []bool{false, true} {
			t.Run(c.name, func(t *testing.T) {
				var wrong error
				cfg := bmc.Config{NoValues: true, Wrap: func(st *term.Store, s bmc.Solver) bmc.Solver {
					s = c.lie(s)
					if audited {
						s, _ = audit.NewOrderer(st, s, solve.Audited(&wrong))
					}
					return s
				}}
				dir := t.TempDir()
				o, err := Check(t.Context(), program(t, c.text),
					Options{BugDir: dir, with: panel.AuditedEngine{Engine: bmc.New(cfg), Wrong: &wrong}})
				if err != nil {
					t.Fatal(err)
				}
				if !audited {
					if o.Verdict.Kind != c.kind {
						t.Errorf("%s without an audit: the lie is too small", o.Verdict)
					}
					return
				}
				if o.Verdict.Kind != property.Unknown || !strings.Contains(o.Result.Why, c.why) {
					t.Fatalf("%s because of %s", o.Verdict, o.Result.Why)
				}
				checkBugReport(t, o, dir, c.why)
				if q := query(t, o.BugReport); !strings.Contains(q, "(check-sat)") ||
					!strings.Contains(q, "clock") {
					t.Errorf("the query is\n%s", q)
				}
			})
		}
	}
}

const messagePassing = `
#include <pthread.h>
int data, flag;
void reach_error(void);
void *writer(void *a) { data = 1; flag = 1; return 0; }
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	if (flag && !data) reach_error();
	return 0;
}`

// query returns the script of a bug report.
func query(t *testing.T, file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var b bugreport.Report
	if err := json.Unmarshal(text, &b); err != nil {
		t.Fatal(err)
	}
	return b.Query
}

// TestAuditChangesNothing: with a right solver verdicts are the same, and all answers are checked.
func TestAuditChangesNothing(t *testing.T) {
	for _, c := range []struct {
		text string
		kind property.Kind
	}{{lostUpdate, property.False}, {messagePassing, property.True}} {
		o, err := Check(t.Context(), program(t, c.text), Options{Audit: true})
		if err != nil || o.Verdict.Kind != c.kind {
			t.Errorf("%s, %v", o.Verdict, err)
		}
		checked := int64(0)
		for _, s := range o.Result.Stats {
			if strings.HasPrefix(s.Name, "audited") {
				checked += int64(s.Value)
			}
		}
		if checked == 0 {
			t.Errorf("nothing was checked: %v", o.Result.Stats)
		}
	}
}
