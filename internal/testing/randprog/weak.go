package randprog

import (
	"fmt"
	"math/rand"
	"strings"
)

// Weak is a C program for weak memory models: two to four threads with a few accesses each to two to four
// places, of all orders and kinds, so few that all its execution graphs can be enumerated. What the threads
// have read, and the places at the end, are its outcome.
type Weak struct {
	// Results are the global variables that make the outcome, each an int.
	Results []string

	r       *rand.Rand
	threads []string
	places  int
	mutexes int
	atomic  bool // there are no plain accesses
	relaxed int  // of four orders so many are relaxed
	around  bool // each thread has to do with two places, the last one with the first one's
}

var weakOrders = []string{"__ATOMIC_RELAXED", "__ATOMIC_ACQUIRE", "__ATOMIC_RELEASE", "__ATOMIC_ACQ_REL",
	"__ATOMIC_SEQ_CST"}

// NewWeak makes one.
func NewWeak(seed int64) *Weak {
	w := &Weak{r: rand.New(rand.NewSource(seed))}
	w.places, w.atomic = 2+w.r.Intn(2), w.r.Intn(3) > 0
	w.relaxed, w.around = w.r.Intn(4), w.r.Intn(3) > 0
	if w.r.Intn(6) == 0 {
		w.mutexes = 1
	}
	threads := 2 + w.r.Intn(2)
	if w.r.Intn(8) == 0 {
		threads = 4
	}
	for t := range threads {
		n := 2
		if threads == 2 {
			n = 2 + w.r.Intn(3)
		} else if t < 2 {
			n = 2 + w.r.Intn(2)
		}
		w.threads = append(w.threads, w.thread(t, n))
	}
	for p := range w.places {
		w.Results = append(w.Results, fmt.Sprintf("x%d", p))
	}
	return w
}

func (w *Weak) order(of ...int) string {
	if of[0] == 0 && w.r.Intn(4) < w.relaxed {
		return weakOrders[0]
	}
	return weakOrders[of[w.r.Intn(len(of))]]
}

func (w *Weak) thread(t, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "void *thread%d(void *arg) {\n\tint e;\n", t)
	reads, locked := 0, false
	for i := range n {
		if w.mutexes > 0 && w.r.Intn(3) == 0 && !locked {
			b.WriteString("\tpthread_mutex_lock(&m);\n")
			locked = true
		}
		into := fmt.Sprintf("r%d_%d", t, reads)
		x := w.r.Intn(w.places)
		if w.around {
			x = (t + min(i, 1)) % w.places
		}
		line, reading := w.operation(fmt.Sprintf("x%d", x), into)
		if reads > 0 && w.r.Intn(5) == 0 {
			line = fmt.Sprintf("if (r%d_%d == %d) { %s }", t, w.r.Intn(reads), w.r.Intn(2), line)
		}
		b.WriteString("\t" + line + "\n")
		if reading {
			reads++
			w.Results = append(w.Results, into)
		}
		if locked && w.r.Intn(2) == 0 {
			b.WriteString("\tpthread_mutex_unlock(&m);\n")
			locked = false
		}
	}
	if locked {
		b.WriteString("\tpthread_mutex_unlock(&m);\n")
	}
	b.WriteString("\treturn 0;\n}\n")
	return b.String()
}

// operation is a statement; reads reports whether it gives the variable a value.
func (w *Weak) operation(x, into string) (line string, reads bool) {
	v := 1 + w.r.Intn(2)
	plain := !w.atomic && w.r.Intn(3) == 0
	switch k := w.r.Intn(13); {
	case k < 4 && plain:
		return fmt.Sprintf("%s = %d;", x, v), false
	case k < 4:
		return fmt.Sprintf("__atomic_store_n(&%s, %d, %s);", x, v, w.order(0, 2, 4)), false
	case k < 9 && plain:
		return fmt.Sprintf("%s = %s;", into, x), true
	case k < 9:
		return fmt.Sprintf("%s = __atomic_load_n(&%s, %s);", into, x, w.order(0, 1, 4)), true
	case k == 9:
		return fmt.Sprintf("%s = __atomic_fetch_add(&%s, %d, %s);", into, x, v, w.order(0, 1, 2, 3, 4)), true
	case k == 10:
		return fmt.Sprintf("%s = __atomic_exchange_n(&%s, %d, %s);", into, x, v, w.order(0, 1, 2, 3, 4)), true
	case k == 11:
		return fmt.Sprintf("e = %d; %s = __atomic_compare_exchange_n(&%s, &e, %d, 0, %s, %s);", w.r.Intn(2),
			into, x, v, w.order(0, 1, 2, 3, 4), w.order(0, 1, 4)), true
	}
	return fmt.Sprintf("__atomic_thread_fence(%s);", w.order(1, 2, 3, 4, 4, 4)), false
}

// Text is the program, which fails where a condition on the results holds.
func (w *Weak) Text(cond string) string {
	var b strings.Builder
	b.WriteString("#include <pthread.h>\nvoid reach_error(void) {}\n")
	for p := range w.places {
		fmt.Fprintf(&b, "int x%d;\n", p)
	}
	for _, r := range w.Results {
		if strings.HasPrefix(r, "r") {
			fmt.Fprintf(&b, "int %s;\n", r)
		}
	}
	if w.mutexes > 0 {
		b.WriteString("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n")
	}
	for _, t := range w.threads {
		b.WriteString(t)
	}
	b.WriteString("int main(void) {\n")
	fmt.Fprintf(&b, "\tpthread_t t[%d];\n", len(w.threads))
	for t := range w.threads {
		fmt.Fprintf(&b, "\tpthread_create(&t[%d], 0, thread%d, 0);\n", t, t)
	}
	for t := range w.threads {
		fmt.Fprintf(&b, "\tpthread_join(t[%d], 0);\n", t)
	}
	fmt.Fprintf(&b, "\tif (%s) reach_error();\n\treturn 0;\n}\n", cond)
	return b.String()
}
