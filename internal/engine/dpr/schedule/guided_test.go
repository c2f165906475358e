package schedule_test

import (
	"testing"

	"whittle.dev/internal/engine/dpr/schedule"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
)

// A request whose path is copied to an array that is too short for some.
const request = `#include <stdio.h>
#include <string.h>
static char line[64], path[SIZE];
int main(void) {
	if (!fgets(line, sizeof line, stdin) || strncmp(line, "GET ", 4) != 0)
		return 1;
	char *end = strchr(line + 4, ' ');
	if (!end)
		return 1;
	*end = 0;
	if (strcmp(end + 1, "1\n") != 0)
		return 1;
	strcpy(path, line + 4);
	return path[0];
}
`

// TestGuided: what lies behind text of a certain form is found, the same each time and with a trace that
// replays, and nothing where there is nothing.
func TestGuided(t *testing.T) {
	const edges = 8_000_000
	for _, tc := range []struct {
		name, size string
		found      bool
	}{
		{"too short", "18", true},
		{"long enough", "64", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			cfg := compiled.File("p.c", "#define SIZE "+tc.size+"\n"+request)
			cfg.Property = property.ValidDeref
			p := compiled.Lowered(t, cfg)
			var again [2]int
			for i := range again {
				a, err := schedule.Execute(t.Context(), p, property.ValidDeref, edges, func(uint64) {})
				if err != nil {
					t.Fatal(err)
				}
				if again[i] = a.Executions; (a.Trace != nil) != tc.found {
					t.Fatalf("found %v in %d executions, want %v", a.Trace != nil, a.Executions, tc.found)
				}
				if a.Trace == nil {
					return
				}
				full, err := interp.Replay(t.Context(), p, a.Trace)
				if err != nil || full.Property != property.ValidDeref {
					t.Errorf("replay: %v", err)
				}
			}
			if again[0] != again[1] {
				t.Errorf("%d and %d executions", again[0], again[1])
			}
		})
	}
}

// TestInexactGoesOn: a violation that rests on a result that is not modelled exactly does not end the search
// for others.
func TestInexactGoesOn(t *testing.T) {
	cfg := compiled.File("p.c", `#include <signal.h>
#include <stdio.h>
static int a[8];
int main(void) {
	sigset_t s;
	int c = getchar();
	sigprocmask(SIG_BLOCK, 0, &s);
	if (c != 'x')
		return a[sigismember(&s, SIGINT) ? 9 : 0];
	for (int i = 0; (c = getchar()) == 'y'; i++)
		a[i] = c;
	return 0;
}
`)
	cfg.Property = property.ValidDeref
	p := compiled.Lowered(t, cfg)
	a, err := schedule.Execute(t.Context(), p, property.ValidDeref, 20_000_000, func(uint64) {})
	if err != nil || a.Trace == nil {
		t.Fatalf("nothing found in %d executions: %v", a.Executions, err)
	}
	if rests, err := interp.Relies(t.Context(), p, a.Trace); rests != nil || err != nil {
		t.Errorf("the violation rests on %v (%v)", rests, err)
	}
}
