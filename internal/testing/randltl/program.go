package randltl

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"whittle.dev/internal/ltl"
)

// A Program has threads that share variables, of which only matters whether they are above a limit.
type Program struct {
	threads [][]instruction // the first one starts the others
	vars    int
	spread  bool // most of what a thread does is about a variable of its own
	r       *rand.Rand
}

// op is what an instruction does.
type op uint8

const (
	set    op = iota // variable a is b
	load             // variable a is variable b: a step that reads and one that writes
	havoc            // variable a is an input
	test             // goes to b if variable a is set
	jump             // goes to b
	assume           // the execution counts only if variable a is set
	lock
	unlock
	spawn // starts thread a
	join  // waits for the end of thread a
	exit  // ends the process
)

type instruction struct {
	op   op
	a, b int
}

// New makes a random program.
func New(seed uint64) *Program {
	r := rand.New(rand.NewPCG(seed, 77))
	return (&Program{vars: 1 + r.IntN(2), r: r}).fill(1 + r.IntN(3))
}

// NewSpread makes a random program of several threads, each of which has a variable that the others hardly
// use.
func NewSpread(seed uint64) *Program {
	r := rand.New(rand.NewPCG(seed, 78))
	n := 2 + r.IntN(2)
	return (&Program{vars: n, spread: true, r: r}).fill(n)
}

// fill makes the threads.
func (p *Program) fill(n int) *Program {
	r := p.r
	first := []instruction(nil)
	for i := 1; i < n; i++ {
		first = append(first, instruction{spawn, i, 0})
	}
	p.threads = append(p.threads, p.body(first, n))
	for len(p.threads) < n {
		p.threads = append(p.threads, p.body(nil, n))
	}
	if n > 1 && r.IntN(2) == 0 {
		for i := 1; i < n; i++ {
			p.threads[0] = append(p.threads[0], instruction{join, i, 0})
		}
	}
	return p
}

// body appends instructions to those of a thread.
func (p *Program) body(list []instruction, threads int) []instruction {
	r := p.r
	begin := len(list)
	var inside []bool // in the scope of the lock: no jump leads there or away
	for range begin {
		inside = append(inside, true)
	}
	add := func(in instruction, locked bool) {
		list, inside = append(list, in), append(inside, locked)
	}
	v := func() int {
		if p.spread && r.IntN(6) > 0 {
			return len(p.threads)
		}
		return r.IntN(p.vars)
	}
	simple := func() instruction {
		switch r.IntN(4) {
		case 0:
			return instruction{load, v(), v()}
		case 1:
			return instruction{havoc, v(), 0}
		}
		return instruction{set, v(), r.IntN(2)}
	}
	for range 1 + r.IntN(5-threads) + r.IntN(2) {
		switch r.IntN(8) {
		case 0, 1:
			add(instruction{test, v(), -1}, false)
		case 2:
			add(instruction{jump, 0, -1}, false)
		case 3:
			add(instruction{lock, 0, 0}, false)
			add(simple(), true)
			add(instruction{unlock, 0, 0}, true)
		case 4:
			if r.IntN(3) == 0 {
				add(instruction{assume, v(), 0}, false)
			} else if r.IntN(3) == 0 {
				add(instruction{exit, 0, 0}, false)
			}
		default:
			add(simple(), false)
		}
	}
	if r.IntN(2) == 0 {
		add(instruction{jump, 0, -1}, false)
	}
	for i := range list {
		if list[i].b < 0 {
			for list[i].b < 0 || list[i].b < len(list) && inside[list[i].b] {
				list[i].b = begin + r.IntN(len(list)+1-begin)
			}
		}
	}
	return list
}

// C is the program as C.
func (p *Program) C() string {
	var b strings.Builder
	b.WriteString("#include <pthread.h>\n#include <stdlib.h>\nunsigned __VERIFIER_nondet_uint(void);\n" +
		"void __VERIFIER_assume(int);\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n")
	for i := range p.vars {
		fmt.Fprintf(&b, "unsigned v%d;\n", i)
	}
	for i := len(p.threads) - 1; i >= 0; i-- {
		if i > 0 {
			fmt.Fprintf(&b, "void *t%d(void *unused)\n{\n", i)
		} else {
			b.WriteString("int main(void)\n{\n")
			for k := 1; k < len(p.threads); k++ {
				fmt.Fprintf(&b, "\tpthread_t h%d;\n", k)
			}
		}
		for at, in := range p.threads[i] {
			fmt.Fprintf(&b, "L%d: ;\n\t%s\n", at, in.text())
		}
		fmt.Fprintf(&b, "L%d: ;\n\treturn 0;\n}\n", len(p.threads[i]))
	}
	return b.String()
}

func (in instruction) text() string {
	switch in.op {
	case set:
		return fmt.Sprintf("v%d = %d;", in.a, 20*in.b)
	case load:
		return fmt.Sprintf("v%d = v%d;", in.a, in.b)
	case havoc:
		return fmt.Sprintf("v%d = __VERIFIER_nondet_uint();", in.a)
	case test:
		return fmt.Sprintf("if (v%d > 10) goto L%d;", in.a, in.b)
	case jump:
		return fmt.Sprintf("goto L%d;", in.b)
	case assume:
		return fmt.Sprintf("__VERIFIER_assume(v%d > 10);", in.a)
	case lock:
		return "pthread_mutex_lock(&m);"
	case unlock:
		return "pthread_mutex_unlock(&m);"
	case spawn:
		return fmt.Sprintf("pthread_create(&h%d, 0, t%d, 0);", in.a, in.a)
	case join:
		return fmt.Sprintf("pthread_join(h%d, 0);", in.a)
	}
	return "exit(0);"
}

// Formula makes a random formula over the variables of the program and its end.
func (p *Program) Formula(depth int, next bool) string {
	r := p.r
	if depth == 0 || r.IntN(6) == 0 {
		if r.IntN(8) == 0 {
			return "end"
		}
		return fmt.Sprintf("AP(v%d > 10)", r.IntN(p.vars))
	}
	return compound(r, next, func() string { return p.Formula(depth-1, next) })
}

// compound is an operator applied to parts.
func compound(r *rand.Rand, next bool, part func() string) string {
	unary := []string{"!", "F ", "G ", "F ", "G "}
	if next {
		unary = append(unary, "X ")
	}
	binary := []string{"U", "W", "R", "M", "&&", "||", "->", "<->"}
	k := r.IntN(len(unary) + len(binary))
	if k < len(unary) {
		return unary[k] + "(" + part() + ")"
	}
	return "(" + part() + ") " + binary[k-len(unary)] + " (" + part() + ")"
}

// bit is which bit of a state says whether an atom holds.
func (p *Program) bit(a ltl.Atom) int {
	if a.Kind == ltl.End {
		return p.vars
	}
	var v int
	fmt.Sscanf(a.Text, "v%d", &v)
	return v
}
