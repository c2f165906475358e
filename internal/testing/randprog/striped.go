package randprog

import (
	"fmt"
	"math/rand"
	"strings"
)

// NewStriped returns a small program whose threads take locks of an array, at indices and through pointers
// that they may change meanwhile, beside another lock. Many have a deadlock.
func NewStriped(seed int64) string {
	w := &striped{writer{Rand: rand.New(rand.NewSource(seed))}}
	w.line("#include <pthread.h>")
	w.line("_Bool __VERIFIER_nondet_bool(void);")
	w.line("struct { int n; pthread_mutex_t m; } a[2];")
	w.line("pthread_mutex_t m;")
	w.line("int n;")
	w.line("pthread_t id[2];")
	threads := 1 + w.Intn(2)
	for i := range threads {
		w.block(fmt.Sprintf("void *t%d(void *arg)", i), func() {
			w.declare()
			for range 1 + w.Intn(2) {
				w.section(0)
			}
			w.line("return 0;")
		}, "")
	}
	w.block("int main(void)", func() {
		w.declare()
		if w.Intn(3) == 0 {
			w.line("for (int k = 0; k < 2; k++) pthread_mutex_init(&a[k].m, 0);")
		}
		for i := range threads {
			w.line("pthread_create(&id[%d], 0, t%d, 0);", i, i)
		}
		if w.Intn(2) == 0 {
			w.section(0)
		}
		w.line("for (int k = 0; k < %d; k++) pthread_join(id[k], 0);", threads)
		w.line("return 0;")
	}, "")
	return w.b.String()
}

// striped writes such a program.
type striped struct{ writer }

func (w *striped) declare() {
	w.line("int i = __VERIFIER_nondet_bool(), j = %s;", w.one("0", "1 - i", "__VERIFIER_nondet_bool()"))
	w.line("__auto_type p = &a[i];")
}

func (w *striped) section(depth int) {
	lock := w.one("a[i].m", "a[i].m", "p->m", "a[1].m", "a[j].m", "m")
	w.line("pthread_mutex_lock(&%s);", lock)
	if depth == 0 && w.Intn(2) == 0 {
		w.section(1)
	}
	if w.Intn(3) > 0 {
		w.line("%s++;", strings.TrimSuffix(lock, "m")+"n")
	}
	switch w.Intn(8) {
	case 0:
		w.line("%s;", w.one("i = j", "i = 1 - i", "p = &a[j]", "p = a", "j = 0"))
	case 1:
		w.block("if ("+w.one("i", "__VERIFIER_nondet_bool()")+")", func() {
			w.line("%s;", w.one("return 0", "i = 1 - i", "a[i].n++"))
		}, "")
	case 2:
		w.line("for (int k = 0; k < 2; k++) a[k].n++;")
	}
	switch w.Intn(12) {
	case 0:
	case 1:
		w.line("pthread_mutex_unlock(&%s);", w.one("a[i].m", "p->m", "a[j].m"))
	default:
		w.line("pthread_mutex_unlock(&%s);", lock)
	}
}
