package randprog

import (
	"fmt"
	"math/rand"
)

// NewOwning returns a small program that allocates, hands over and frees blocks, with locks and without, and
// calculates with what is in them. Nearly every property is violated by some of them.
func NewOwning(seed int64) string {
	w := &owning{writer: writer{Rand: rand.New(rand.NewSource(seed))}}
	w.threads = 1 + w.Intn(2)
	return w.program()
}

// NewOwningAlone is NewOwning with one thread and no inputs, so that there is one execution.
func NewOwningAlone(seed int64) string {
	w := &owning{writer: writer{Rand: rand.New(rand.NewSource(seed))}}
	return w.program()
}

// owning writes such a program.
type owning struct {
	writer
	threads int
	depth   int
	kinds   []int // of statements that the program has
	careful bool  // pointers are tested before they are used
}

func (w *owning) program() string {
	for _, x := range []string{"assert", "pthread", "stdlib", "string"} {
		w.line("#include <%s.h>", x)
	}
	w.line("_Bool __VERIFIER_nondet_bool(void);")
	w.line("void __VERIFIER_atomic_begin(void);")
	w.line("void __VERIFIER_atomic_end(void);")
	w.line("struct node { int v; struct node *next; };")
	w.line("static struct node *p, *q;")
	w.line("static int x, y, a[3];")
	w.line("static int *g = &x;")
	w.line("static _Atomic int c;")
	w.line("static pthread_mutex_t m, n;")
	w.line("static pthread_t id[2];")
	w.block("static struct node *make(int v)", func() {
		w.line("struct node *e = calloc(1, sizeof *e);")
		w.line("e->v = v;")
		w.line("return e;")
	}, "")
	w.kinds = []int{0, 1, 2, 3, w.Intn(kindsOfOwning), w.Intn(kindsOfOwning), w.Intn(kindsOfOwning)}
	w.careful = w.Intn(2) == 0
	for i := range w.threads {
		w.block(fmt.Sprintf("static void *t%d(void *arg)", i), func() {
			w.line("struct node *l = %s;", w.one("0", "0", "arg"))
			w.line("int i = %d;", w.Intn(3))
			w.statements(2 + w.Intn(2))
			w.line("return 0;")
		}, "")
	}
	w.block("int main(void)", w.main, "")
	return w.b.String()
}

func (w *owning) main() {
	w.line("struct node *l = 0;")
	w.line("int i = %d;", w.Intn(3))
	if w.threads == 0 {
		w.statements(5 + w.Intn(6))
		w.line("return 0;")
		return
	}
	w.statements(w.Intn(3))
	for i := range w.threads {
		w.line("pthread_create(&id[%d], 0, t%d, %s);", i, i, w.one("0", "p", "l"))
		w.statements(w.Intn(2))
	}
	joined := w.Intn(6) > 0
	for i := range w.threads {
		if joined && w.Intn(8) > 0 {
			w.line("pthread_join(id[%d], 0);", i)
		}
	}
	w.statements(w.Intn(3))
	if w.Intn(2) == 0 {
		w.line("free(p);")
		w.line("free(l);")
	}
	w.line("return 0;")
}

func (w *owning) statements(n int) {
	for range n {
		w.statement()
	}
}

// pointer is a variable that holds a pointer to a node.
func (w *owning) pointer() string { return w.one("l", "l", "p", "p", "q") }

// number is a variable that holds a number.
func (w *owning) number() string { return w.one("x", "x", "y", "i", "a[1]", "c") }

// condition is one that some executions meet.
func (w *owning) condition() string {
	list := []string{"x > 0", "y == i", "p == l", "q != 0", "l", "i++ < 1", "c == 0"}
	if w.threads > 0 {
		list = append(list, "__VERIFIER_nondet_bool()", "__VERIFIER_nondet_bool()")
	}
	return w.one(list...)
}

const kindsOfOwning = 18

func (w *owning) statement() {
	w.depth++
	defer func() { w.depth-- }()
	inner := func() {
		if w.depth < 3 {
			w.statements(1 + w.Intn(2))
		}
	}
	if w.threads > 0 && w.Intn(3) == 0 && w.depth < 3 {
		lock := w.one("m", "m", "m", "n")
		w.line("pthread_mutex_lock(&%s);", lock)
		inner()
		if w.Intn(10) > 0 {
			w.line("pthread_mutex_unlock(&%s);", lock)
		}
		return
	}
	switch w.kinds[w.Intn(len(w.kinds))] {
	case 0:
		w.line("%s = %s;", w.pointer(), w.one("malloc(sizeof *l)", fmt.Sprintf("make(%d)", w.Intn(3))))
	case 1:
		s := w.pointer()
		w.line("free(%s);", s)
		if w.Intn(2) == 0 {
			w.line("%s = 0;", s)
		}
	case 2:
		w.line("%s = %s;", w.pointer(), w.one("l", "p", "q", "0"))
	case 3:
		s := w.pointer()
		text := w.one(fmt.Sprintf("%s->v = %d", s, w.Intn(3)), fmt.Sprintf("%s->next = %s", s, w.pointer()),
			fmt.Sprintf("%s = %s->v", w.number(), s), fmt.Sprintf("%s = %s->next", w.pointer(), s))
		if w.careful || w.Intn(4) == 0 {
			text = fmt.Sprintf("if (%s) %s", s, text)
		}
		w.line("%s;", text)
	case 4, 5:
		w.block("if ("+w.condition()+")", inner, "")
	case 6:
		w.line("%s = %s;", w.number(), w.one("0", "1", "i", "x + 1", "y - 1", "x + y"))
	case 7:
		w.line("assert(%s);", w.one("x != 1", "y < 2", "!p || p != q", "l != p || !l", "i != 2"))
	case 8:
		w.line("%s %s %s;", w.number(), w.one("+=", "-=", "*=", "=", "=", "="),
			w.one("2147483647", "-x", "x * y", "i - 2147483647"))
	case 9:
		w.line("%s = %s;", w.number(), w.one("1 / x", "y % i", "1 << x", "y >> i", "x / (y + 1)", "c / i"))
	case 10:
		if w.threads > 0 && w.depth < 3 {
			w.line("__VERIFIER_atomic_begin();")
			w.line("%s;", w.one("x++", "y = x", "c = x", "p = q", "if (p) p->v = 1", "free(p), p = 0"))
			w.line("__VERIFIER_atomic_end();")
			return
		}
		w.line("memset(a, 0, sizeof a);")
	case 11:
		w.line("%s;", w.one("c++", "c = 1", "i = c", "__sync_fetch_and_add(&x, 1)",
			"__atomic_store_n(&y, 1, 5)"))
	case 12:
		w.block("", func() {
			w.line("int s = %d;", w.Intn(2))
			w.line("g = &s;")
			inner()
			if w.Intn(3) > 0 {
				w.line("g = &x;")
			}
		}, "")
	case 13:
		w.line("%s;", w.one("*g = 1", "y = *g", "(*g)++"))
	case 14:
		w.line("%s = realloc(%s, %s);", w.one("p", "l"), w.one("p", "l", "l"),
			w.one("sizeof *l", "2 * sizeof *l"))
	case 15:
		w.line("%s;", w.one("a[i] = 1", "a[x] = 1", "y = a[i]", "if (i < 3) a[i] = i", "memcpy(a, &a[1], 4)"))
	case 16:
		w.block("for (int k = 0; k < "+w.one("1", "2", "2")+"; k++)", inner, "")
	case 17:
		w.line("%s;", w.one("if (l) return 0", "return 0", "exit(0)", "abort()"))
	}
}
