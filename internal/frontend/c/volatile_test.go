package c

import (
	"context"
	"os"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
)

// volatileDeclarations has what the expressions of TestVolatile are made of.
const volatileDeclarations = `
typedef int A[4]; typedef volatile A VA; typedef volatile int vint; typedef int *intp;
typedef struct s { volatile int f; int g, h[2]; struct { volatile int u; int w; } in; } S; typedef volatile S VS;
volatile int a, arr[4]; int b; vint c, arr2[4]; S d, *sp; volatile S e, *vsp; VS vs; VA va; A y;
volatile struct t { int k; } tk; struct t tplain;
volatile int *p = &a; int *volatile q = &b; vint *r; volatile intp vip; int (*volatile vpa)[4]; volatile int (*pva)[4];
volatile int **pp; int *volatile *pq; volatile int *(*fp)(void);
volatile int *get(int i) { return &arr[i]; } int zero(void) { return 0; }
int kr(x) volatile int *x; { return *x; }
`

// TestVolatile checks which accesses of an expression are volatile, in their order: "v" is, "-" is not.
func TestVolatile(t *testing.T) {
	for _, c := range []struct{ expr, want string }{
		{"a", "v"}, {"b", "-"}, {"c", "v"}, {"arr[i]", "v"}, {"arr2[i]", "v"}, {"va[i]", "v"}, {"y[i]", "-"},
		{"d.f", "v"}, {"d.g", "-"}, {"d.h[i]", "-"}, {"d.in.u", "v"}, {"d.in.w", "-"},
		{"e.g", "v"}, {"e.h[i]", "v"}, {"e.in.w", "v"}, {"vs.g", "v"}, {"tk.k", "v"}, {"tplain.k", "-"},
		{"sp->f", "-v"}, {"sp->g", "--"}, {"vsp->g", "-v"}, {"vsp->h[1]", "-v"}, {"(*vsp).g", "-v"},
		{"*p", "-v"}, {"p[1]", "-v"}, {"*(p + 1)", "-v"}, {"*(1 + p)", "-v"}, {"*q", "v-"}, {"*r", "-v"},
		{"*vip", "v-"},
		{"(*vpa)[1]", "v-"}, {"(*pva)[1]", "-v"}, {"**pp", "--v"}, {"**pq", "-v-"}, {"*get(1)", "v"},
		{"*fp()", "-v"}, {"*(*fp)()", "-v"},
		{"*&a", "v"}, {"*(int *)p", "--"}, {"*(volatile int *)&b", "v"}, {"*(vint *)&b", "v"},
		{"((volatile int *)y)[i]", "v"},
		{"((volatile S *)sp)->g", "-v"}, {"(*(volatile S *)&d).h[1]", "v"}, {"*(i ? p : p)", "--v"},
		{"*(volatile __typeof__(b) *)&b", "v"}, {"*(__typeof__(a) *)&b", "v"}, {"*(__typeof__(b) *)&b", "-"},
		{"*(zero(), &a)", "v"}, {"*({ &a; })", "v"}, {"a++", "vv"}, {"b++", "--"}, {"a += b", "v-v"},
		{"a = 1", "v"}, {"*p++", "--v"},
	} {
		for _, m := range []struct {
			meaning  VolatileMeaning
			property property.Property
			marks    string // what is "v" and "-" then
		}{
			{VolatileAtomic, "unreach-call", "a-"}, {VolatileRaces, "no-data-race", "--"},
			{VolatileDisputed, "no-data-race", "v-"}, {VolatileDisputed, "unreach-call", "--"},
		} {
			text := volatileDeclarations + "int main(int i, char **v) { " + c.expr + "; return 0; }"
			prog, _, err := Load(context.Background(),
				Config{Files: []string{"t.c"}, Volatile: m.meaning, Property: m.property,
					Read: func(name string) ([]byte, error) {
						if name == "t.c" {
							return []byte(text), nil
						}
						return nil, os.ErrNotExist
					}})
			if err != nil {
				t.Fatalf("%s: %v", c.expr, err)
			}
			want := strings.ReplaceAll(c.want, "v", m.marks[:1])
			if got := ordersOf(prog, "main"); got != want {
				t.Errorf("%s: %s, want %s (%v)", c.expr, got, want, m)
			}
		}
	}
}

// ordersOf tells for each access of a procedure, in the order of its edges: "a" is relaxed, "v" volatile, "-"
// neither.
func ordersOf(prog *cfa.Program, proc string) string {
	var b strings.Builder
	note := func(o cfa.Order, volatile bool) {
		switch {
		case volatile:
			b.WriteByte('v')
		case o == cfa.Relaxed:
			b.WriteByte('a')
		default:
			b.WriteByte('-')
		}
	}
	for _, p := range prog.Procs {
		if p.Name != proc {
			continue
		}
		for _, e := range p.Edges {
			switch op := e.Op.(type) {
			case cfa.Load:
				note(op.Order, op.Disputed)
			case cfa.Store:
				note(op.Order, op.Disputed)
			}
		}
	}
	return b.String()
}
