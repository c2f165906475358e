package eventfacts_test

import "testing"

// TestValues follows values through memory: a copy has those of its source, a test leaves some, and what
// nothing writes is never read.
func TestValues(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      bool
	}{
		{"a copy", `void *a(void *p) { x = 7; return 0; } void *b(void *p) { y = x; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0);
if (y > 7) reach_error(); }`, false},
		{"a copy of the greatest", `void *a(void *p) { x = 7; return 0; } void *b(void *p) { y = x; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0);
if (y > 6) reach_error(); }`, true},
		{"a test", `void *a(void *p) { x = __VERIFIER_nondet_int(); return 0; }
void *b(void *p) { int k = x; if (k > 2 && k < 5) y = k; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0);
if (y > 4) reach_error(); }`, false},
		{"an input", `void *a(void *p) { x = __VERIFIER_nondet_int(); return 0; }
int main(void) { pthread_create(&t, 0, a, 0); if (x == 12345) reach_error(); }`, true},
		{"in turns", `void *a(void *p) { if (y) x = 1; return 0; } void *b(void *p) { if (x) y = 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); if (x) reach_error(); }`, false},
	} {
		if got, _ := alive(t, tt.src); got != tt.want {
			t.Errorf("%s: may be reached: %t", tt.name, got)
		}
	}
}
