package dpr

import (
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/dpr/certify"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/proof"
	"whittle.dev/internal/property"
)

// count has reasons about choices and about inputs, which are compared with each other.
const count = `extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) {
	int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), x = 0;
	for (int i = 0; i < 4; i++)
		if (__VERIFIER_nondet_int()) x++;
	if (n < m && m < n) x = 7;
	if (x == 7) reach_error();
	if (x == 2 && n == 3 && n == m && m > 3) reach_error();
}`

// explore explains all paths of a program, with a certificate.
func explore(t *testing.T, cfg Config, text string) *search {
	t.Helper()
	p, _, err := c.Load(t.Context(), c.Config{Files: []string{"prog.c"}, Property: property.UnreachCall,
		Read: func(string) ([]byte, error) { return []byte(text), nil }})
	if err != nil {
		t.Fatal(err)
	}
	p.Terms.Freeze()
	cfg.CertifyBy = "native"
	s, err := New(cfg).search(t.Context(), engine.Task{Program: p, Property: property.UnreachCall})
	if err != nil {
		t.Fatal(err)
	}
	if res, err := s.run(); err != nil || res.Verdict.Kind != property.True {
		t.Fatal(res.Verdict, res.Why, err)
	}
	return s
}

// holds is the result that is certified.
func holds() engine.Result { return engine.Holds(engine.ByPaths, "all paths are explained") }

func TestCertificate(t *testing.T) {
	for _, learning := range []string{Deletion, Provenance, Paper, Solver, None} {
		s := explore(t, Config{Learning: learning}, count)
		res, err := s.certified(holds())
		if err != nil || !res.Certificate.Checked || res.Certificate.Evidence.(*proof.Clauses).Reasons == 0 {
			t.Errorf("%s: %v, %v", learning, res.Certificate, err)
		}
	}
}

// TestCorruptedCertificate: a wrong reason, one that is missing, and a missing proof are found out.
func TestCorruptedCertificate(t *testing.T) {
	longest := func(s *search, about func(certify.Reason) bool) *certify.Reason {
		var best *certify.Reason
		for i := range s.cert.Reasons {
			r := &s.cert.Reasons[i]
			if about(*r) && (best == nil || len(r.Choices) > len(best.Choices)) {
				best = r
			}
		}
		return best
	}
	for _, tt := range []struct {
		name, want string
		corrupt    func(s *search)
	}{
		{"a reason lacks a choice", "not certified: of a reason it is not shown", func(s *search) {
			r := longest(s, func(r certify.Reason) bool { return r.Infeasible == nil })
			r.Choices = r.Choices[1:]
		}},
		{"a reason about inputs lacks a condition", "inputs that are said not to exist", func(s *search) {
			r := longest(s, func(r certify.Reason) bool { return r.Infeasible != nil })
			r.Infeasible = r.Infeasible[1:]
		}},
		{"a reason is missing", "the proof that no execution is left", func(s *search) {
			s.cert.Reasons = s.cert.Reasons[1:]
		}},
		{"there is no proof", "the proof that no execution is left", func(s *search) {
			reasons := s.cert.Reasons
			s.cert = certify.New()
			s.cert.Reasons = reasons
		}},
	} {
		s := explore(t, Config{}, count)
		tt.corrupt(s)
		res, err := s.certified(holds())
		got := fmt.Sprint(err)
		if err == nil {
			got = res.Certificate.String()
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("%s: %s, want %q", tt.name, got, tt.want)
		}
	}
}
