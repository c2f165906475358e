package randprog

import (
	"fmt"
	"math/rand"
)

// NewWaiting returns a small program whose threads wait for locks, conditions, semaphores, a barrier and each
// other. About half of them have a deadlock.
func NewWaiting(seed int64) string {
	w := &waiting{writer: writer{Rand: rand.New(rand.NewSource(seed))}}
	w.line("#include <pthread.h>")
	w.line("#include <semaphore.h>")
	w.line("_Bool __VERIFIER_nondet_bool(void);")
	w.line("void __VERIFIER_assume(int);")
	w.line("pthread_mutex_t m[3];")
	w.line("pthread_rwlock_t rw;")
	w.line("pthread_cond_t c;")
	w.line("pthread_barrier_t gate;")
	w.line("sem_t s;")
	w.line("pthread_t id[2];")
	w.line("unsigned char ready, x;")
	w.threads = 1 + w.Intn(2)
	// With few locks they are often taken crosswise; programs that mix everything nearly always get stuck.
	w.kinds = []int{0, 0, 1 + w.Intn(7), 1 + w.Intn(7)}
	for i := range w.threads {
		w.block(fmt.Sprintf("void *t%d(void *arg)", i), func() {
			w.self = i
			w.statements(2 + w.Intn(2))
			w.line("return 0;")
		}, "")
	}
	w.block("int main(void)", w.main, "")
	return w.b.String()
}

// waiting writes such a program.
type waiting struct {
	writer
	threads int
	self    int // the thread that is written; -1: main
	depth   int
	kinds   []int // of statements that the program has
}

func (w *waiting) main() {
	w.self = -1
	w.line("sem_init(&s, 0, %d);", w.Intn(2))
	w.line("pthread_barrier_init(&gate, 0, %d);", 1+w.Intn(w.threads+1))
	for i := range w.threads {
		w.line("pthread_create(&id[%d], 0, t%d, 0);", i, i)
	}
	w.statements(w.Intn(3))
	switch w.Intn(8) {
	case 0:
		w.line("for (;;) x = !x;")
	case 1:
		w.line("pthread_exit(0);")
	case 2:
	case 3:
		i := w.Intn(3)
		w.line("pthread_mutex_lock(&m[%d]);", i)
		w.joins()
		w.line("pthread_mutex_unlock(&m[%d]);", i)
	default:
		w.joins()
	}
	w.line("return 0;")
}

// joins joins all threads.
func (w *waiting) joins() {
	for i := range w.threads {
		w.line("pthread_join(id[%d], 0);", i)
	}
}

func (w *waiting) statements(n int) {
	for range n {
		w.statement()
	}
}

func (w *waiting) statement() {
	w.depth++
	defer func() { w.depth-- }()
	inner := func() { w.statements(min(w.Intn(3), 3-w.depth)) }
	if w.Intn(5) == 0 {
		w.block("if ("+w.one("__VERIFIER_nondet_bool()", "ready", "x == 0")+")", func() {
			if w.depth < 3 {
				w.statement()
			}
			if w.Intn(4) == 0 {
				w.line("%s;", w.one("return 0", "ready = 1", "__VERIFIER_assume(0)"))
			}
		}, "")
		return
	}
	switch w.kinds[w.Intn(len(w.kinds))] {
	case 0:
		i := w.Intn(2)
		w.line("pthread_mutex_lock(&m[%d]);", i)
		inner()
		if w.Intn(12) > 0 {
			w.line("pthread_mutex_unlock(&m[%d]);", i)
		}
	case 1:
		w.line("pthread_mutex_lock(&m[0]);")
		w.line("%s pthread_cond_wait(&c, &m[0]);",
			w.one("while (!ready)", "while (!ready)", "if (!ready)", ""))
		w.line("pthread_mutex_unlock(&m[0]);")
	case 2:
		w.line("pthread_mutex_lock(&m[0]);")
		w.line("ready = %d;", min(w.Intn(4), 1))
		w.line("pthread_cond_%s(&c);", w.one("signal", "broadcast"))
		w.line("pthread_mutex_unlock(&m[0]);")
	case 3:
		w.line("%s(&s);", w.one("sem_wait", "sem_post"))
	case 4:
		w.line("pthread_rwlock_%slock(&rw);", w.one("rd", "wr"))
		inner()
		w.line("pthread_rwlock_unlock(&rw);")
	case 5:
		w.line("pthread_barrier_wait(&gate);")
	case 6:
		w.block("if (pthread_mutex_trylock(&m[1]) == 0)", func() {
			inner()
			w.line("pthread_mutex_unlock(&m[1]);")
		}, "")
	case 7:
		if w.self >= 0 && w.threads > 1 {
			w.line("pthread_mutex_lock(&m[2]);")
			w.line("pthread_mutex_unlock(&m[2]);")
			w.line("if (id[%d]) pthread_join(id[%d], 0);", 1-w.self, 1-w.self)
			return
		}
		w.line("x = %s;", w.one("1", "__VERIFIER_nondet_bool()", "ready"))
	}
}
