package ranking

import (
	"math/rand/v2"
	"slices"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/proof/measures"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/ts/fromcfa"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// searchOf is the search for a program before it has found anything.
func searchOf(t *testing.T, body string) *search {
	t.Helper()
	cfg := compiled.File("loop.c",
		"extern unsigned __VERIFIER_nondet_uint(void);\nint main(void) {"+body+"}\n")
	cfg.Property = property.Termination
	opt := translation()
	opt.Property = property.Termination
	tr, err := fromcfa.Translate(t.Context(), compiled.Program(t, cfg), opt)
	if err != nil {
		t.Fatal(err)
	}
	s := &search{ctx: t.Context(), cfg: Config{Safety: nobody{}}, task: engine.Task{}, tr: tr,
		sys: transition.FromProcesses(tr.System)}
	if err := s.begin(); err != nil {
		t.Fatal(err)
	}
	return s
}

// endless are loops that need not end, and alwaysEnd some that end from whatever state.
var endless, alwaysEnd = []string{
	`unsigned n = __VERIFIER_nondet_uint(); while (n) n += 2;`,
	`unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
	while (x != y) { unsigned t = x; x = y; y = t; }`,
	`unsigned n = __VERIFIER_nondet_uint(); while (n > 3) { if (n & 1) n--; else n++; }`,
}, []string{
	`unsigned n = __VERIFIER_nondet_uint(); while (n) n >>= 1;`,
	`unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint(); while (i < n) i++;`,
	`unsigned n = __VERIFIER_nondet_uint(); while (n) n &= n - 1;`,
	`unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
	while (b) { unsigned r = a & (b - 1); a = b; b = r < b ? r : 0; }`,
	`int n = (int)__VERIFIER_nondet_uint(); while (n > 0) if (n & 1) n -= 3; else n -= 2;`,
}

// TestRecurrences: sets from which loops need not end stand the check by a fresh solver, and sets of states
// of loops that always end do not, whatever they are made of.
func TestRecurrences(t *testing.T) {
	for i, body := range endless {
		s := searchOf(t, body)
		for _, c := range measures.Components(s.g, measures.Inner(s.g)) {
			found, err := s.recurrences(c)
			if err != nil || len(found) == 0 {
				t.Errorf("loop %d: %d sets, %v", i, len(found), err)
			}
			for _, r := range found {
				if err := s.recheck(&r); err != nil {
					t.Errorf("loop %d: %v", i, err)
				}
			}
		}
	}
	r := rand.New(rand.NewPCG(uint64(testflag.Seed()), 2))
	refused := 0
	for i, body := range alwaysEnd {
		s := searchOf(t, body)
		for _, c := range measures.Components(s.g, measures.Inner(s.g)) {
			for _, x := range s.cycles(c) {
				for range testflag.Times(8) {
					bad, ok := claim(s, x, r)
					if !ok {
						continue
					}
					if s.recheck(bad) == nil {
						t.Errorf("loop %d: %s is accepted", i, s.st.String(bad.set))
					}
					refused++
				}
			}
		}
	}
	t.Logf("%d refused", refused)
	if refused < 20 {
		t.Errorf("only %d sets were tried", refused)
	}
}

// claim says of some states in which a cycle can be taken that they recur.
func claim(s *search, x cycle, r *rand.Rand) (*recurrence, bool) {
	if s.ask(s.at(x.loc), x.guard) != smt.Sat {
		return nil, false
	}
	all := s.holding(x.loc, s.conditions(x.loc), s.value)
	values := term.Map{}
	put := map[term.Term]term.Term{}
	for _, in := range x.inputs {
		values[in.own] = s.value(in.own)
		put[in.own] = s.st.FromValue(values[in.own])
	}
	var set []term.Term
	for _, c := range all {
		if r.IntN(3) == 0 {
			set = append(set, c)
		}
	}
	sub := term.NewSubstituter(s.st, put)
	x.guard, x.next = sub.Apply(x.guard), slices.Clone(x.next)
	for v := range x.next {
		x.next[v] = sub.Apply(x.next[v])
	}
	return &recurrence{cycle: x, set: s.st.And(append(set, x.guard)...), constants: values}, true
}
