package cpa_test

import (
	"os"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/cpa/arg"
	"whittle.dev/internal/engine/cpa/composite"
	"whittle.dev/internal/engine/cpa/domain"
	"whittle.dev/internal/engine/cpa/reach"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/term"
)

// TestSignsPage: the page shows the domain of signs as it is compiled here; -update writes it there.
func TestSignsPage(t *testing.T) {
	const page = "../../../docs/cpa-domain.md"
	code, err := os.ReadFile("signs_test.go")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), "\n```go\n")
	_, after, ok2 := strings.Cut(rest, "\n```\n")
	if !ok || !ok2 {
		t.Fatal("the page shows no code")
	}
	want := before + "\n```go\n" + strings.TrimSuffix(string(code), "\n") + "\n```\n" + after
	switch {
	case want == string(text):
	case testflag.Update():
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s shows another domain of signs than signs_test.go: go test -run SignsPage -update", page)
	}
	if n := strings.Count(string(code), "\n"); n > 150 {
		t.Errorf("the domain has %d lines", n)
	}
}

// setting is the program of the page: two threads set a variable to numbers that are not negative.
const setting = `
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int level = 1;
void *worker(void *arg) {
	while (1)
		level = __VERIFIER_nondet_int() ? 3 : 40;
	return 0;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	while (1) {
		int now = level;
		if (now < LOW)
			reach_error();
		level = 0;
	}
}
`

// explore returns whether an analysis of a program finds a way to a violation.
func explore(t *testing.T, text string, domains func(*term.Store) []domain.Domain) (violated bool) {
	t.Helper()
	ctx := t.Context()
	p, diags, err := c.Load(ctx, c.Config{Files: []string{"setting.c"}, Property: property.UnreachCall,
		Read: func(string) ([]byte, error) { return []byte(text), nil }})
	if err != nil || diags.HasErrors() {
		t.Fatal(err, diags)
	}
	p.Terms.Freeze()
	if p, err = inlined(t, p); err != nil {
		t.Fatal(err)
	}
	x, err := multistate.NewStepper(ctx, p, multistate.Config{MaxValues: 16, Conflicts: 100_000})
	if err != nil {
		t.Fatal(err)
	}
	a := composite.New(x, composite.Config{Domains: domains(x.Terms()),
		Keep: func(x *multistate.Stepper, st *multistate.State, at multistate.Place, v term.Term) bool {
			return x.Controls(st, at, v)
		}})
	g, first := arg.New(a.Initial(), arg.Key{})
	w := reach.NewWaitlist(byNumber)
	w.Push(first)
	if err := reach.Run(ctx, a, g, w, func(n *arg.Node[*composite.State]) bool {
		violated = violated || n.State.Stop != nil
		return violated
	}); err != nil {
		t.Fatal(err)
	}
	return violated
}

func byNumber(_ *arg.Node[*composite.State], number int) (p reach.Place) {
	p[0] = number
	return p
}

func inlined(t *testing.T, p *cfa.Program) (*cfa.Program, error) {
	pl, err := pass.Named("resolve", "inline", "unreachable", "const", "unreachable", "dead", "share")
	if err != nil {
		return nil, err
	}
	out, err := pl.Run(t.Context(), p, pass.Options{KeepAccesses: true})
	if err == nil {
		out.Terms.Freeze()
	}
	return out, err
}

// TestSigns: signs alone show that the level is never negative, and do not show that it is never 0; it is.
func TestSigns(t *testing.T) {
	with := func(st *term.Store) []domain.Domain { return []domain.Domain{signs{st}} }
	without := func(*term.Store) []domain.Domain { return nil }
	for _, c := range []struct {
		low      string
		domains  func(*term.Store) []domain.Domain
		violated bool
	}{{"0", with, false}, {"0", without, true}, {"1", with, true}} {
		got := explore(t, strings.Replace(setting, "LOW", c.low, 1), c.domains)
		if got != c.violated {
			t.Errorf("level < %s, %d domains: violated %v", c.low, len(c.domains(term.NewStore())), got)
		}
	}
}
