package mutants_test

import (
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/testing/mutants"
)

// TestOf: each kind of change is made.
func TestOf(t *testing.T) {
	list := mutants.Of(`int x, y;
int lock;
	while (__sync_lock_test_and_set(&lock, 1))
	pthread_mutex_lock(&m);
	x = 1;
	pthread_mutex_unlock(&m);
	int mine = __sync_fetch_and_add(&x, 1);
	__VERIFIER_atomic_begin();
	z = 1;
	__VERIFIER_atomic_end();
	acquire_it(&m);
	__VERIFIER_atomic_take(&m);
int room = 3;
	if (room >= 2) z += 1;
	z--;
	assert(z == 2);`)
	var names []string
	for _, m := range list {
		names = append(names, m.Name)
	}
	want := `take is not atomic
line 3: a lock that is taken in two steps
line 3: room instead of lock
line 4: a lock is not taken
line 4: a lock is taken too late
line 5: a lock is released too early
line 5: y instead of x
line 7: an increment in two steps
line 7: a ticket that is read twice
line 7: another amount
line 7: y instead of x
line 8: an atomic section is none
line 8: an atomic section begins too late
line 11: a lock is not taken
line 11: a lock is taken too late
line 13: a first value off by one
line 14: another amount
line 14: a bound off by one
line 14: a comparison reversed
line 14: x instead of room
line 15: a count off by one`
	if got := strings.Join(names, "\n"); got != want {
		t.Errorf("got\n%s", got)
	}
	for k, want := range map[string]string{
		"another amount":           "add(&x, 2);",
		"a bound off by one":       "room >= 3)",
		"a comparison reversed":    "room < 2)",
		"a count off by one":       "z -= 2;",
		"a first value off by one": "int room = 4;",
	} {
		i := slices.IndexFunc(list, func(m mutants.Mutant) bool {
			return strings.HasSuffix(m.Name, ": "+k)
		})
		if i < 0 || !strings.Contains(list[i].Text, want) {
			t.Errorf("%s: got\n%s", k, list[i].Text)
		}
	}
	if text := list[5].Text; !strings.Contains(text, "unlock(&m);\n\tx = 1;") {
		t.Errorf("got\n%s", text)
	}
}
