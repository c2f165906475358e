package run

import (
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// TestCandidates: what the abstract states of cpa have in common at the head of a loop is in the witness, and
// what is suggested and wrong is not.
func TestCandidates(t *testing.T) {
	task := program(t, `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int left = __VERIFIER_nondet_int();
    int all = left, right = 0;
    while (left != 0) {
        left--;
        right++;
    }
    if (right != all)
        reach_error();
}
`)
	o, err := Check(t.Context(), task, Options{Engine: "cpa"})
	if err != nil || o.Verdict.Kind != property.True || len(o.Result.Candidates) == 0 {
		t.Fatalf("%v, %d candidates, %v", o.Verdict, len(o.Result.Candidates), err)
	}
	write := func() string {
		var b strings.Builder
		if err := o.WriteWitness(&b, WitnessOptions{Created: time.Unix(0, 0)}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	const sum = "(unsigned int)all == ((unsigned int)left + (unsigned int)right)"
	if text := write(); !strings.Contains(text, sum) {
		t.Errorf("no %q in\n%s", sum, text)
	}
	right := o.Result.Candidates[0]
	st := right.Terms
	wrong := engine.Candidate{Loop: right.Loop, Terms: st, Vars: right.Vars}
	var words []term.Term
	for sym := range right.Vars {
		words = append(words, sym)
	}
	wrong.Cond = st.BVUlt(words[0], st.BV(32, 77))
	o.Result.Candidates = append(o.Result.Candidates, wrong)
	if text := write(); !strings.Contains(text, sum) || strings.Contains(text, "77U") {
		t.Errorf("with a wrong candidate:\n%s", text)
	}
	// An alternative stays one where it is joined to other conditions.
	either := engine.Candidate{Loop: right.Loop, Terms: st, Vars: right.Vars}
	either.Cond = st.Or(right.Cond, st.BVUlt(words[0], st.BV(32, 5)))
	o.Result.Candidates = []engine.Candidate{right, either}
	if text := write(); !strings.Contains(text, " && ((") || !strings.Contains(text, "5U))") {
		t.Errorf("with an alternative:\n%s", text)
	}
}
