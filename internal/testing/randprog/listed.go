package randprog

import (
	"fmt"
	"math/rand"
)

// NewListed returns a small program that makes lists and locks and then runs threads over them, which mostly
// keep to a lock, and mostly leave the lists as they are. Many have a data race.
func NewListed(seed int64) string {
	w := &listed{writer{Rand: rand.New(rand.NewSource(seed))}}
	w.line("#include <pthread.h>")
	w.line("#include <stdatomic.h>")
	w.line("#include <stdlib.h>")
	w.line("#include <string.h>")
	w.line("_Bool __VERIFIER_nondet_bool(void);")
	w.line("struct node { int v; struct node *next; pthread_mutex_t own; } *head[2], first;")
	w.line("pthread_mutex_t m[2];")
	w.line("pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;")
	w.line("atomic_int taken;")
	w.line("int n;")
	w.line("pthread_t id[2], other;")
	w.block("static struct node *make(int v, struct node *next)", func() {
		w.line("struct node *p = malloc(sizeof *p);")
		w.line("p->v = v, p->next = next;")
		w.line("pthread_mutex_init(&p->own, 0);")
		w.line("return p;")
	}, "")
	threads := 1 + w.Intn(2)
	for i := range threads {
		w.block(fmt.Sprintf("void *t%d(void *arg)", i), func() {
			w.line("int i = %s;", w.one("__VERIFIER_nondet_bool()", "1", "arg != 0"))
			w.line("struct node *p = %s;", w.one("0", "arg", "head[1]"))
			for range 1 + w.Intn(2) {
				w.section()
			}
			switch {
			case w.Intn(6) > 0:
			case i > 0:
				w.line("%spthread_create(&other, 0, t0, %s);", w.one("", "if (i) "), w.one("0", "arg", "p"))
			default:
				w.line("if (arg) pthread_create(&other, 0, t0, 0);")
			}
			w.line("return %s;", w.one("0", "p"))
		}, "")
	}
	w.block("int main(void)", func() {
		w.line("int i = %s;", w.one("0", "1", "__VERIFIER_nondet_bool()"))
		w.line("struct node *p = 0;")
		w.line("for (int k = 0; k < 2; k++) pthread_mutex_init(&m[k], 0);")
		w.line("for (int k = 0; k < %d; k++) head[%s] = make(k, head[%s]);", 1+w.Intn(3),
			w.one("k & 1", "0", "i"), w.one("k & 1", "0", "i"))
		if w.Intn(4) == 0 {
			w.line("%s;", w.one("first = *head[0]", "memset(&first, 0, sizeof first)", "taken = 1",
				"pthread_mutex_lock(&m[i])", "pthread_rwlock_rdlock(&rw)", "if (i) head[0]->next = &first",
				"if (head[i]) { p = head[i]; head[i] = p->next; free(p); p = 0; }"))
		}
		w.line("%s;", w.one("first.next = head[0]", "head[1] = &first", "head[1] = head[0]",
			"head[0]->next = head[1]", "head[i] = make(3, 0)", "p = head[0]"))
		for i := range threads {
			when := w.one("", "", "", "", "", "if (i) ", "for (int k = i; k < 2; k++) ")
			w.line("%spthread_create(&id[%d], 0, t%d, %s);", when, i, w.Intn(i+1),
				w.one("0", "head[0]", "head[1]", "p", "&first"))
			if w.Intn(4) == 0 {
				w.line("%s;", w.one("n++", "p = head[0]", "first.v = 1", "pthread_join(id[0], 0)"))
			}
		}
		if w.Intn(2) == 0 {
			w.section()
		}
		w.line("for (int k = %s; k < %d; k++) pthread_join(id[k], 0);", w.one("0", "0", "1"), threads)
		w.line("%s;", w.one("n++", "if (head[0]) head[0]->v = 1", "first.v++", "free(p)"))
		w.line("return 0;")
	}, "")
	return w.b.String()
}

// listed writes such a program.
type listed struct{ writer }

// section writes what a thread does, mostly while it holds a lock.
func (w *listed) section() {
	switch w.Intn(8) {
	case 0:
		w.line("pthread_rwlock_%s(&rw);", w.one("wrlock", "wrlock", "rdlock"))
		w.inside()
		w.line("pthread_rwlock_unlock(&rw);")
	case 1:
		w.block(w.one("if (!atomic_exchange(&taken, 1))", "if (atomic_fetch_add(&taken, 1) == 0)"), func() {
			w.inside()
			w.line("%s;", w.one("taken = 0", "taken = 0", "taken--", "*(_Atomic char *)&taken = 0"))
		}, "")
	default:
		lock := w.one("m[i]", "m[i]", "m[i]", "m[0]", "m[1 - i]", "head[0]->own", "p->own")
		w.line("pthread_mutex_lock(&%s);", lock)
		w.inside()
		if w.Intn(10) > 0 {
			w.line("pthread_mutex_unlock(&%s);", lock)
		}
	}
}

func (w *listed) inside() {
	switch w.Intn(4) {
	case 0, 1:
		w.block("for (p = head[i]; p; p = p->next)", w.visit, "")
	case 2:
		w.block("if (p)", w.visit, "")
	case 3:
		w.line("%s;", w.one("p = head[i]", "n++", "i = 1 - i"))
	}
	switch w.Intn(16) {
	case 0, 1:
		w.line("%s;", w.one("head[i] = 0", "head[i] = head[1 - i]", "if (head[i]) head[i]->next = 0",
			"head[i] = make(4, head[i])", "free(head[i])", "first.next = 0", "free(p)",
			"{ int *q = malloc(4); *q = 1; n += *q; free(q); }", "*((char *)&n + 1) = 1",
			"if (*((char *)&first.v + 3)) n++", "memset(&m[i], 0, sizeof m[i])"))
	case 2, 3:
		w.objects()
	}
}

// objects writes a loop that makes objects, one after the other, of which it tells whether they are the same.
func (w *listed) objects() {
	w.block("for (int k = 0, *old = 0; k < 2; k++)", func() {
		heap := w.Intn(2) == 0
		if heap {
			w.line("int *q = malloc(8);")
			w.line("*q = k;")
		} else {
			w.line("int v[2] = { k, i }, *q = v + i;")
		}
		w.line("if (%s) n++;", w.one("old && old != q", "old == q", "*q > 1", "(void *)q == p"))
		w.line("old = %s;", w.one("q", "q", "0"))
		if heap {
			w.line("free(q);")
		}
	}, "")
}

// visit is what is done with a node p.
func (w *listed) visit() {
	w.line("%s;", w.one("p->v++", "p->v = i", "if (p->v == 1) n = 2", "if (p->v) n++", "p->v = p == head[0]",
		"if (pthread_mutex_trylock(&p->own) == 0) { n = 1; pthread_mutex_unlock(&p->own); }"))
}
