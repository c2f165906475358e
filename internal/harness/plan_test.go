package harness_test

import (
	"errors"
	"strings"
	"testing"

	"whittle.dev/internal/harness"
)

// TestRefused looks at executions that C cannot follow: they are refused with their place.
func TestRefused(t *testing.T) {
	src := load(t, threads+`struct s { int a, b; } x;
void *f(void *p) {
    struct s one = {1, 1};
    x = one;
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    struct s y = x;
    assert(y.a == y.b);
    return 0;
}
`)
	text, _, err := write(t.Context(), src, violated(t, src))
	var refused *harness.Refusal
	if !errors.As(err, &refused) || text != "" {
		t.Fatalf("got %v and %d bytes", err, len(text))
	}
	if !strings.HasPrefix(refused.Where, "a.c:6:") && !strings.HasPrefix(refused.Where, "a.c:12:") ||
		!strings.Contains(err.Error(), "a copy of a structure") {
		t.Errorf("got %v", err)
	}
}
