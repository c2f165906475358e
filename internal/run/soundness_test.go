package run

import (
	"testing"
	"time"

	"whittle.dev/internal/property"
)

// TestStaleKnowledge: what a new thread knows of memory when it starts. Each
// program once got a wrong verdict, or could with a careless shortcut.
func TestStaleKnowledge(t *testing.T) {
	const head = "#include <assert.h>\n#include <pthread.h>\nint x, y;\npthread_mutex_t m = " +
		"PTHREAD_MUTEX_INITIALIZER;\npthread_t p, q;\n"
	const wait = "pthread_create(&p, 0, first, 0); pthread_join(p, 0); pthread_create(&q, 0, second, 0); " +
		"pthread_join(q, 0); return 0; }\n"
	for _, c := range []struct {
		name, text string
		kind       property.Kind
	}{
		{"written before the spawn by a thread that was joined", head + `
			void *first(void *a) { x = 2; return 0; }
			void *second(void *a) { assert(x == 1); return 0; }
			int main(void) { x = 1; ` + wait, property.False},
		{"never written by the parent", head + `
			void *first(void *a) { x = 2; return 0; }
			void *second(void *a) { assert(x == 0); return 0; }
			int main(void) { ` + wait, property.False},
		{"right after a thread that was joined", head + `
			void *first(void *a) { x = 2; return 0; }
			void *second(void *a) { assert(x == 2); return 0; }
			int main(void) { x = 1; ` + wait, property.True},
		{"written by the parent in a section between two spawns", head + `
			void *first(void *a) { return 0; }
			void *second(void *a) { assert(x == 0); x = 5; return 0; }
			int main(void) { pthread_create(&p, 0, first, 0);
				pthread_mutex_lock(&m); x = 7; pthread_mutex_unlock(&m);
				pthread_create(&q, 0, second, 0); return 0; }`, property.False},
		{"written by a grandparent that goes on", head + `
			void *second(void *a) { assert(x == 0); return 0; }
			void *first(void *a) { pthread_create(&q, 0, second, 0); return 0; }
			int main(void) { pthread_create(&p, 0, first, 0); x = 1; return 0; }`, property.False},
		{"a mutex initialised before the spawn", head + `
			void *second(void *a) { pthread_mutex_lock(&m); y = x; x = y + 1; pthread_mutex_unlock(&m); return 0; }
			int main(void) { pthread_mutex_init(&m, 0); pthread_create(&p, 0, second, 0); pthread_create(&q, 0, second, 0);
				pthread_join(p, 0); pthread_join(q, 0); assert(x == 2); return 0; }`, property.True},
		{"the thread's own writes", head + `
			void *first(void *a) { x = 3; y = x; x = y + 1; assert(x == 4); return 0; }
			int main(void) { x = 1; pthread_create(&p, 0, first, 0); pthread_join(p, 0); assert(x == 4); return 0; }`, property.True},
	} {
		t.Run(c.name, func(t *testing.T) {
			o, err := Check(t.Context(), program(t, c.text),
				Options{Timeout: time.Minute, BugDir: t.TempDir()})
			if err != nil || o.Verdict.Kind != c.kind {
				t.Errorf("got %s because of %q, %v; want %s", o.Verdict, o.Result.Why, err, c.kind)
			}
		})
	}
}
