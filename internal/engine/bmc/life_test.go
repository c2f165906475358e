package bmc_test

import (
	"context"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

// TestLife checks programs that free heap objects: what happens only after a
// use of a freed object is no violation, and where such a use is reachable
// there is no proof.
func TestLife(t *testing.T) {
	const head = "#include <pthread.h>\n#include <stdlib.h>\n#include <assert.h>\n"
	for _, test := range []struct {
		name, text string
		want       property.Kind
	}{
		{"freed after the join", `int *p;
			void *f(void *a) { *p = 2; return 0; }
			int main(void) { pthread_t t; p = malloc(4); *p = 1; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(*p == 2); free(p); return 0; }`, property.True},
		{"freed before the join", `int *p;
			void *f(void *a) { *p = 2; return 0; }
			int main(void) { pthread_t t; p = malloc(4); *p = 1; pthread_create(&t, 0, f, 0); free(p); pthread_join(t, 0); return 0; }`, property.Unknown},
		{"violation behind a use after free only", `int *p;
			int main(void) { p = malloc(4); *p = 1; free(p); if (*p >= 0 || *p < 0) assert(0); return 0; }`, property.Unknown},
		{"double free", `int main(void) { int *p = malloc(4); free(p); free(p); assert(0); return 0; }`, property.Unknown},
		{"free of null", `int main(void) { int *p = 0; free(p); assert(0); return 0; }`, property.False},
		{"free of a local", `int main(void) { int x = 1; int *p = &x; free(p); assert(0); return 0; }`, property.Unknown},
		{"an address that is null or an object, plus one", `unsigned char __VERIFIER_nondet_uchar(void);
			static unsigned char arena[32]; static unsigned used;
			static void *get(unsigned n) { if (n > 32) return 0; used = 1; return arena; }
			int main(void) { unsigned char *b = get(__VERIFIER_nondet_uchar());
				if (b) for (int i = 0; i < 2; i++) b[i] = 0xff;
				assert(used != 2); return 0; }`, property.True},
		{"content of an object of unknown size", `unsigned char __VERIFIER_nondet_uchar(void);
			int main(void) { unsigned char n = __VERIFIER_nondet_uchar(), i = __VERIFIER_nondet_uchar();
				if (n < 5 || i >= n) return 0;
				unsigned char *s = malloc(n); assert(s[i] != 7 || s[0] != 8 || i != 3); return 0; }`, property.False},
		{"content of an object of unknown size is fixed", `unsigned char __VERIFIER_nondet_uchar(void);
			int main(void) { unsigned char n = __VERIFIER_nondet_uchar(), i = __VERIFIER_nondet_uchar();
				if (n < 5 || i >= n) return 0;
				unsigned char *s = malloc(n); assert(s[i] == s[i] && (i != 2 || s[i] == s[2])); return 0; }`, property.True},
		{"an aggregate in a loop is a new one in every round", `int main(void) { int ok = 1;
				for (int i = 0; i < 2; i++) { int a[2]; if (i == 1 && a[0] != 5) ok = 0; a[0] = 5; }
				assert(ok); return 0; }`, property.False},
		{"one of two freed", `int *p, *q;
			void *f(void *a) { free(p); return 0; }
			int main(void) { pthread_t t; p = malloc(4); q = malloc(4); *q = 7; pthread_create(&t, 0, f, 0); assert(*q == 7); pthread_join(t, 0); free(q); return 0; }`, property.True},
		{"seen while alive", `int *p; int done;
			void *f(void *a) { int *q = p; if (!done) { *q = 5; } return 0; }
			int main(void) { pthread_t t; p = malloc(4); *p = 1; pthread_create(&t, 0, f, 0); assert(*p != 5); return 0; }`, property.False},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx := context.Background()
			p, _, err := c.Load(ctx, c.Config{
				Files: []string{"life.c"}, DataModel: c.LP64, Property: "unreach-call",
				Read: func(string) ([]byte, error) { return []byte(head + test.text), nil },
			})
			if err != nil {
				t.Fatal(err)
			}
			p.Terms.Freeze()
			res, err := bmc.New(bmc.Config{}).Check(ctx, engine.Task{Program: p, Property: property.UnreachCall})
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict.Kind != test.want {
				t.Errorf("%s (%s), want kind %d", res.Verdict, res.Why, test.want)
			}
			if res.Trace != nil {
				if _, err := interp.Replay(ctx, p, res.Trace); err != nil {
					t.Errorf("the trace does not replay: %v", err)
				}
			}
		})
	}
}
