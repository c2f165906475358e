package run

import (
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/picture"
)

// TestLockGraph: a report about deadlocks shows which locks are taken while others are held, and where, be
// there a deadlock or not.
func TestLockGraph(t *testing.T) {
	const locks = `#include <pthread.h>
pthread_mutex_t m, n, a[2]; _Bool __VERIFIER_nondet_bool(void);
void *f(void *x) {
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&n);
	pthread_mutex_unlock(&n);
	pthread_mutex_unlock(&m);
	return 0;
}
void *g(void *x) {
	int i = __VERIFIER_nondet_bool();
	%s
	return 0;
}
int main(void) {
	pthread_t t, u;
	pthread_create(&t, 0, f, 0);
	pthread_create(&u, 0, g, &u);
}`
	for _, c := range []struct{ body, want string }{
		{"pthread_mutex_lock(&n); pthread_mutex_lock(&m);", "m* -> n* p.c:5; n* -> m* p.c:12"},
		{"pthread_mutex_lock(&n); pthread_mutex_lock(&a[i]); pthread_mutex_unlock(&a[i]);\n" +
			"pthread_mutex_unlock(&n);", "m -> n p.c:5; n -> a[...] p.c:12"},
		{"pthread_mutex_lock(&n); pthread_mutex_unlock(&n);", "m -> n p.c:5"},
	} {
		task := program(t, fmt.Sprintf(locks, c.body))
		task.Property = "no-deadlock"
		o, err := Check(t.Context(), task, Options{Explain: true})
		if err != nil {
			t.Fatal(err)
		}
		if a := o.Result.Pictures; a == nil || a.Kind != picture.LockOrder || len(a.Pictures) != 1 {
			t.Errorf("%s: %s, the pictures are %+v", c.body, o.Verdict, a)
		} else if got := orderText(a.Pictures[0]); got != c.want {
			t.Errorf("%s: %s, the picture is %q, want %q", c.body, o.Verdict, got, c.want)
		}
	}
}

// orderText lists the edges of a picture; a star is at locks in a circle.
func orderText(p picture.Picture) string {
	names := map[int]string{}
	for _, n := range p.Nodes {
		names[n.ID] = n.Name()
		if n.Marked {
			names[n.ID] += "*"
		}
	}
	var lines []string
	for _, e := range p.Edges {
		lines = append(lines, names[e.From]+" -> "+names[e.To]+" "+strings.Join(e.Steps, ", "))
	}
	return strings.Join(lines, "; ")
}
