package bmc_test

import (
	"context"
	"slices"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
)

// TestValuesDecide checks what values decide without a solver.
func TestValuesDecide(t *testing.T) {
	ctx := context.Background()
	for _, tt := range []struct {
		name  string
		asked bool // a solver has to be asked about the violation
		src   string
	}{
		{"threads that count", false, `
void *a(void *p) { int k = x; x = k + 1; return 0; }
void *b(void *p) { if (x > 5) reach_error(); return 0; }
int main(void) { pthread_create(&t, 0, b, 0); for (int i = 0; i < 5; i++) pthread_create(&u, 0, a, 0); }`},
		{"one more thread counts", true, `
void *a(void *p) { int k = x; x = k + 1; return 0; }
void *b(void *p) { if (x > 5) reach_error(); return 0; }
int main(void) { pthread_create(&t, 0, b, 0); for (int i = 0; i < 6; i++) pthread_create(&u, 0, a, 0); }`},
		{"a bounded stack", false, `
int q[40], top;
void *a(void *p) { for (int i = 0; i < 40; i++) { pthread_mutex_lock(&m); if (top == 40) reach_error(); q[top] = 1; top++; pthread_mutex_unlock(&m); } return 0; }
void *b(void *p) { for (int i = 0; i < 40; i++) { pthread_mutex_lock(&m); if (top > 0) { top--; if (q[top] > 1) reach_error(); } pthread_mutex_unlock(&m); } return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(t, 0); pthread_join(u, 0); }`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			lowered, err := loadC(threadPrelude+tt.src, c.LP64)
			if err != nil {
				t.Fatal(err)
			}
			p := simplify(t, lowered)
			var stages []string
			res, err := bmc.New(bmc.Config{NoIntervals: true}).Check(ctx, engine.Task{
				Program: p, Property: property.UnreachCall, MaxUnwind: 16,
				Events: func(e engine.Event) { stages = append(stages, e.Detail) },
			})
			if err != nil {
				t.Fatal(err)
			}
			want := property.True
			if tt.asked {
				want = property.False
			}
			if res.Verdict.Kind != want {
				t.Errorf("%s (%s)", res.Verdict, res.Why)
			}
			if asked := slices.Contains(stages, "violations"); asked != tt.asked {
				t.Errorf("asked about violations: %t", asked)
			}
		})
	}
}
