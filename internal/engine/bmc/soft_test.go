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

// memoryPrograms are programs whose accesses are not what a reduction might guess,
// or just so.
var memoryPrograms = []struct {
	name, src string
	prop      property.Property
	want      property.Kind
}{
	{"accesses that are not aligned, and a violation", `
char buf[16];
int main(void) { int i = __VERIFIER_nondet_int() & 7; *(int *)(buf + i) = 0x01020304; if (buf[i] == 4 && i == 3) reach_error(); }`, property.UnreachCall, property.False},
	{"accesses that are not aligned", `
char buf[16];
int main(void) { int i = __VERIFIER_nondet_int() & 7; *(int *)(buf + i) = 0x01020304; if (buf[i] != 4) reach_error(); }`, property.UnreachCall, property.True},
	{"accesses that are not aligned, without end", `
char buf[16]; int n;
void *w(void *x) { while (1) n++; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0);
  int i = __VERIFIER_nondet_int() & 7; *(int *)(buf + i) = 0x01020304; if (buf[i] == 4 && i == 3 && n == 1) reach_error(); }`, property.UnreachCall, property.False},
	{"a pointer to a part of a word, from memory", `
struct { char *p; int x; } s; char buf[8];
int main(void) { s.p = buf + 1 + (__VERIFIER_nondet_int() & 1); *(short *)s.p = 0x0102; if (buf[2] == 1) reach_error(); }`, property.UnreachCall, property.False},
	{"a list in undefined memory", `
struct N { int *v; struct N *next; int buf[2]; };
int main(void) { struct N *h = 0;
  for (int i = 0; i < 3; i++) { struct N *n = malloc(sizeof *n); n->v = n->buf + 1; *n->v = i; n->next = h; h = n; }
  int sum = 0; for (struct N *n = h; n; n = n->next) sum += *n->v; if (sum != 3) reach_error(); }`, property.UnreachCall, property.True},
	{"a list of two threads", `
struct N { int *v; struct N *next; int buf[2]; } *h; pthread_mutex_t m;
void *w(void *x) { struct N *n = malloc(sizeof *n); n->v = n->buf + 1; *n->v = 1; pthread_mutex_lock(&m); n->next = h; h = n; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); w(0); pthread_join(t, 0);
  int sum = 0; for (struct N *n = h; n; n = n->next) sum += *n->v; if (sum != 2) reach_error(); }`, property.UnreachCall, property.True},
	{"a pointer with undefined content", `
int g;
int main(void) { int **p = malloc(2 * sizeof *p); if (__VERIFIER_nondet_int()) p[0] = &g; *p[0] = 1; if (g > 1) reach_error(); }`, property.UnreachCall, property.Unknown},
	{"an undefined index beside pointers", `
struct S { int i; char *q; } *s; char buf[8];
int main(void) { s = malloc(sizeof *s); s->q = buf; s->q[s->i & 7] = 1; if (buf[3] == 1) reach_error(); }`, property.UnreachCall, property.False},
	{"an undefined index that was a pointer", `
char buf[8];
int main(void) { unsigned long *s = malloc(8 * 8); int i = __VERIFIER_nondet_int() & 7, k = __VERIFIER_nondet_int() & 7;
  s[i] = (unsigned long)buf; buf[s[k] & 7] = 1; if (buf[3] == 1) reach_error(); }`, property.UnreachCall, property.False},
	{"a store of what stands there", `
int x, y;
void *w(void *p) { __VERIFIER_atomic_begin(); if (x == 0) x = 0; else y = 1; __VERIFIER_atomic_end(); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); x = 1; pthread_join(t, 0); if (y == 1) reach_error(); }`, property.UnreachCall, property.False},
	{"a store of what stood there", `
int x, y;
void *w(void *p) { if (x == 0) x = 0; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); x = 1; pthread_join(t, 0); if (x == 0) reach_error(); }`, property.UnreachCall, property.False},
	{"an exchange that fails to change", `
int x, y;
int cas(int *p, int e, int v) { int r; __VERIFIER_atomic_begin(); r = *p; if (r == e) *p = v; __VERIFIER_atomic_end(); return r; }
void *w(void *p) { cas(&x, 0, 0); if (cas(&x, 3, 3) == 3) y = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); x = 2; x = 3; pthread_join(t, 0); if (x != 3) reach_error(); }`, property.UnreachCall, property.True},
	{"a store to a constant object", `
const int c = 5;
int main(void) { if (c != 5) return 0; *(int *)&c = 5; reach_error(); }`, property.UnreachCall, property.Unknown},
	{"a store to a freed object", `
int *h;
void *w(void *x) { free(h); return 0; }
int main(void) { pthread_t t; int *p = malloc(4); *p = 1; h = p;
  pthread_create(&t, 0, w, 0); pthread_join(t, 0); *p = 1; reach_error(); }`, property.UnreachCall, property.Unknown},
	{"a race with a store of what stands there", `
int x, y;
void *w(void *p) { y = x; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); x = 0; pthread_join(t, 0); }`, property.NoDataRace, property.False},
}

// TestMemoryPrograms checks them in all configurations.
func TestMemoryPrograms(t *testing.T) {
	ctx := context.Background()
	for _, test := range memoryPrograms {
		p, err := loadC(foundPrelude+test.src, c.LP64)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		p.Terms.Freeze()
		for _, cfg := range eventConfigurations() {
			if cfg.events.ExactProjection && test.prop == property.NoDataRace {
				continue
			}
			res, err := bmc.New(cfg.events).Check(ctx, engine.Task{Program: p, Property: test.prop, MaxUnwind: 4})
			if err != nil {
				t.Fatalf("%s, %s: %v", test.name, cfg.name, err)
			}
			if got := res.Verdict.Kind; got != test.want && !(cfg.weak && got == property.Unknown) {
				t.Errorf("%s, %s: %v (%s), want %v", test.name, cfg.name, got, res.Why, test.want)
			}
			if res.Trace != nil {
				if _, err := interp.Replay(ctx, p, res.Trace); err != nil {
					t.Errorf("%s, %s: the trace does not replay: %v", test.name, cfg.name, err)
				}
			}
		}
	}
}
