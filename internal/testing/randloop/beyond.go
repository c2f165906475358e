package randloop

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Beyond makes a program with recursion, a list in the heap, or threads, as text. Its variables have two
// bits, and so have inputs, as far as they are used.
func Beyond(seed uint64) string {
	b := &beyond{rand: rand.New(rand.NewPCG(seed, 35)), vars: []string{"g", "h"}}
	b.add("extern unsigned char __VERIFIER_nondet_uchar(void);\n")
	switch seed % 3 {
	case 0:
		b.recursion()
	case 1:
		b.list()
	case 2:
		b.threads()
	}
	return b.text.String()
}

type beyond struct {
	rand  *rand.Rand
	text  strings.Builder
	vars  []string
	calls []string // statements that may be made beside others
	loops int      // that are open or may still be made
}

func (b *beyond) add(format string, args ...any) { fmt.Fprintf(&b.text, format, args...) }

func (b *beyond) pick(list ...string) string { return list[b.rand.IntN(len(list))] }

func (b *beyond) variable() string { return b.pick(b.vars...) }

func (b *beyond) condition() string {
	return fmt.Sprintf("%s %s %s", b.variable(), b.pick("<", ">", "!=", "==", ">="),
		b.pick(b.variable(), "0", "1", "2", "3"))
}

func (b *beyond) value() string {
	return b.pick(fmt.Sprintf("(%s + 1) & 3", b.variable()), fmt.Sprintf("(%s - 1) & 3", b.variable()),
		b.variable(), "0", "2", "__VERIFIER_nondet_uchar() & 3", fmt.Sprintf("%s >> 1", b.variable()))
}

// block makes statements, one of which may be a loop.
func (b *beyond) block(depth int) {
	in := strings.Repeat("\t", depth)
	for range 1 + b.rand.IntN(3) {
		switch n := b.rand.IntN(8); {
		case n < 3:
			b.add("%s%s = %s;\n", in, b.variable(), b.value())
		case n == 3:
			b.add("%sif (%s) {\n", in, b.condition())
			if depth < 3 {
				b.block(depth + 1)
			}
			b.add("%s}\n", in)
		case n == 4 && b.loops > 0:
			b.loops--
			b.loop(depth)
		case n >= 5 && len(b.calls) > 0:
			b.add("%s%s\n", in, b.pick(b.calls...))
		}
	}
}

// loop makes a loop that most often ends.
func (b *beyond) loop(depth int) {
	in := strings.Repeat("\t", depth)
	if b.rand.IntN(2) == 0 {
		b.add("%sfor (unsigned char i%d = 0; i%d < %d; i%d++) {\n", in, depth, depth, 1+b.rand.IntN(3), depth)
	} else {
		b.add("%swhile (%s) {\n", in, b.condition())
		x := b.variable()
		b.add("%s\t%s = (%s %s 1) & 3;\n", in, x, x, b.pick("+", "-"))
	}
	b.block(depth + 1)
	b.add("%s}\n", in)
}

func (b *beyond) globals() {
	b.add("%sunsigned char g, h;\n", b.pick("", "_Atomic "))
}

func (b *beyond) recursion() {
	b.globals()
	b.add("static unsigned char f(unsigned char a, unsigned char b)\n{\n")
	b.vars = []string{"a", "b", "a", "b", "g"}
	b.loops = b.rand.IntN(2)
	b.add("\tif (%s)\n\t\treturn %s;\n", b.condition(), b.value())
	b.calls = []string{
		fmt.Sprintf("%s = f(%s, %s) & 3;", b.variable(), b.value(), b.value()),
		fmt.Sprintf("%s = f((a - 1) & 3, b) & 3;", b.variable()),
		"if (a > 0)\n\t\tb = f(a - 1, g) & 3;"}
	b.block(1)
	b.add("\t%s\n\treturn (%s) + 0;\n}\n\nint main(void)\n{\n", b.pick(b.calls...), b.value())
	b.vars, b.calls = []string{"g", "h"}, nil
	b.add("\tg = %s;\n\th = f(%s, %s);\n\treturn 0;\n}\n", b.value(), b.value(), b.value())
}

func (b *beyond) list() {
	b.add("#include <stdlib.h>\nstruct n { struct n *next, *other; unsigned char v; };\n")
	b.globals()
	b.add("int main(void)\n{\n\tstruct n *first = 0, *last = 0;\n")
	b.add("\tfor (int i = 0; i < %d; i++) {\n", 1+b.rand.IntN(4))
	b.add("\t\tstruct n *x = %s;\n", b.pick("malloc(sizeof *x)", "calloc(1, sizeof *x)"))
	b.add("\t\tx->v = i;\n\t\tx->other = %s;\n", b.pick("0", "first", "last", "x"))
	switch b.rand.IntN(3) {
	case 0:
		b.add("\t\tx->next = first;\n\t\tfirst = x;\n\t\tif (!last)\n\t\t\tlast = x;\n")
	case 1:
		b.add("\t\tx->next = 0;\n\t\tif (last)\n\t\t\tlast->next = x;\n")
		b.add("\t\telse\n\t\t\tfirst = x;\n\t\tlast = x;\n")
	case 2:
		b.add("\t\tx->next = %s;\n\t\tif (%s)\n\t\t\tlast = x;\n\t\tfirst = x;\n",
			b.pick("first", "last"), b.condition())
	}
	b.add("\t}\n")
	if b.rand.IntN(3) == 0 {
		b.add("\tif (last)\n\t\tlast->%s = %s;\n", b.pick("next", "other"), b.pick("first", "last", "0"))
	}
	next := b.pick("next", "next", "other")
	b.add("\tstruct n *p = first;\n\twhile (p%s) {\n", b.pick("", "", " && p != last"))
	b.loops = 1
	b.calls = []string{"p->v = g;", "if (p->v)\n\t\t\tg = 1;", "if (p->next)\n\t\t\tp->other = p->next;"}
	b.block(2)
	if b.rand.IntN(4) == 0 {
		b.add("\t\tif (%s) {\n\t\t\tstruct n *y = calloc(1, sizeof *y);\n", b.condition())
		b.add("\t\t\ty->next = p;\n\t\t\tlast = y;\n\t\t}\n")
	}
	b.add("\t\tp = p->%s;\n\t}\n\treturn 0;\n}\n", next)
}

func (b *beyond) threads() {
	b.add("#include <pthread.h>\n")
	b.globals()
	locks := b.rand.IntN(3)
	for i := range locks {
		b.add("static pthread_mutex_t m%d = PTHREAD_MUTEX_INITIALIZER;\n", i)
	}
	body := func() {
		b.vars = []string{"g", "h", "x", "x"}
		b.add("\tunsigned char x = 0;\n")
		b.loops = 1 + b.rand.IntN(2)
		held := -1
		if locks > 0 && b.rand.IntN(2) == 0 {
			held = b.rand.IntN(locks)
			b.add("\tpthread_mutex_lock(&m%d);\n", held)
		}
		b.block(1)
		if locks > 1 && b.rand.IntN(2) == 0 && held != 1 {
			b.add("\tpthread_mutex_lock(&m1);\n\tx = g;\n\tpthread_mutex_unlock(&m1);\n")
		}
		if b.rand.IntN(2) == 0 {
			b.loop(1)
		}
		if held >= 0 && b.rand.IntN(8) != 0 {
			b.add("\tpthread_mutex_unlock(&m%d);\n", held)
		}
	}
	b.add("static void *run(void *p)\n{\n")
	body()
	b.add("\treturn p;\n}\nint main(void)\n{\n\tpthread_t t;\n\tpthread_create(&t, 0, run, 0);\n")
	body()
	b.add("%s\treturn 0;\n}\n", b.pick("\tpthread_join(t, 0);\n", ""))
}
