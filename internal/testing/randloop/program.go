package randloop

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A Program is a list of instructions over a few variables, each of 8 bits, beside the C that they are made
// from.
type Program struct {
	vars []variable
	code []instruction
	text strings.Builder
	rand *rand.Rand
	jump [][]int // instructions that leave the loops that are open
	skip [][]int // those that go to where its condition is looked at
	// array is the first of the variables that are the elements of an array; -1: there is none.
	array int
}

const arrayLength, elementBits = 4, 1

// variable is an 8-bit word with a bound of what is kept of it.
type variable struct {
	name   string
	bits   int
	signed bool // it has all 8 bits
}

// C returns the program as text.
func (p *Program) C() string { return p.text.String() }

// New makes the program of a seed.
func New(seed uint64) *Program {
	p := &Program{rand: rand.New(rand.NewPCG(seed, 34)), array: -1}
	fmt.Fprintf(&p.text, "extern unsigned char __VERIFIER_nondet_uchar(void);\n\n")
	left := 14
	elements := p.rand.IntN(4) == 0
	if elements {
		left -= arrayLength * elementBits
		p.line(0, "unsigned char t[%d];", arrayLength)
	}
	global := p.rand.IntN(4) == 0
	if !global {
		p.line(0, "int main(void)\n{")
	}
	for i := range 2 + p.rand.IntN(2) {
		v := variable{name: string(rune('a' + i)), bits: 3 + p.rand.IntN(4)}
		if p.rand.IntN(3) == 0 && left >= 8 {
			v.bits, v.signed = 8, true
		}
		if v.bits = min(v.bits, left); v.bits < 2 {
			break
		}
		left -= v.bits
		p.vars = append(p.vars, v)
		typ := "unsigned char"
		if v.signed {
			typ = "signed char"
		}
		if global {
			p.line(0, "%s %s;", typ, v.name)
		} else {
			p.line(1, "%s %s = 0;", typ, v.name)
		}
	}
	if global {
		p.line(0, "int main(void)\n{")
	}
	scalars := len(p.vars)
	if elements {
		p.array = scalars
		for i := range arrayLength {
			p.vars = append(p.vars, variable{name: fmt.Sprintf("t[%d]", i), bits: elementBits})
		}
	}
	for i := range p.vars[:scalars] {
		if p.rand.IntN(2) == 0 {
			p.havoc(1, i)
		} else {
			p.assign(1, i)
		}
	}
	p.loop(1)
	if p.rand.IntN(3) == 0 {
		p.loop(1)
	}
	p.line(1, "return 0;")
	p.text.WriteString("}\n")
	p.emit(instruction{kind: end})
	return p
}

func (p *Program) line(depth int, format string, args ...any) {
	p.text.WriteString(strings.Repeat("\t", depth))
	fmt.Fprintf(&p.text, format, args...)
	p.text.WriteByte('\n')
}

func (p *Program) emit(in instruction) int {
	in.next = len(p.code) + 1
	p.code = append(p.code, in)
	return len(p.code) - 1
}

// havoc gives a variable any value.
func (p *Program) havoc(depth, v int) {
	x := p.vars[v]
	if x.signed {
		p.line(depth, "%s = (signed char)__VERIFIER_nondet_uchar();", x.name)
	} else {
		p.line(depth, "%s = __VERIFIER_nondet_uchar() & %d;", x.name, 1<<x.bits-1)
	}
	p.emit(instruction{kind: input, v: v})
}

func (p *Program) assign(depth, v int) {
	e := p.expression(v)
	x := p.vars[v]
	if v == p.array { // it stands for any element
		i := p.rand.IntN(p.array)
		p.line(depth, "t[%s & %d] = (%s) & %d;", p.vars[i].name, arrayLength-1, e.text, 1<<x.bits-1)
		p.emit(instruction{kind: set, v: v, value: e.value,
			index: func(s []int) int { return s[i] & (arrayLength - 1) }})
		return
	}
	if x.signed {
		p.line(depth, "%s = (signed char)(%s);", x.name, e.text)
	} else {
		p.line(depth, "%s = (%s) & %d;", x.name, e.text, 1<<x.bits-1)
	}
	p.emit(instruction{kind: set, v: v, value: e.value})
}

// block makes a few statements.
func (p *Program) block(depth int) {
	for range 1 + p.rand.IntN(3) {
		switch n := p.rand.IntN(12); {
		case n < 7:
			p.assign(depth, p.rand.IntN(len(p.vars)))
		case n == 7:
			p.havoc(depth, p.rand.IntN(len(p.vars)))
		case n == 8 && depth < 3:
			p.loop(depth)
		case n == 9 && p.rand.IntN(2) == 0:
			p.line(depth, "continue;")
			p.skip[len(p.skip)-1] = append(p.skip[len(p.skip)-1], p.emit(instruction{kind: skip}))
			return
		case n == 9:
			p.line(depth, "break;")
			p.jump[len(p.jump)-1] = append(p.jump[len(p.jump)-1], p.emit(instruction{kind: skip}))
			return
		default:
			p.branch(depth)
		}
	}
}

func (p *Program) branch(depth int) {
	if depth > 3 {
		return
	}
	c := p.condition()
	p.line(depth, "if (%s) {", c.text)
	at := p.emit(instruction{kind: test, value: c.value})
	p.block(depth + 1)
	over := p.emit(instruction{kind: skip})
	p.code[at].other = len(p.code)
	if p.rand.IntN(2) == 0 {
		p.line(depth, "} else {")
		p.block(depth + 1)
	}
	p.line(depth, "}")
	p.code[over].next = len(p.code)
}

// until makes a loop that looks at its condition in the end.
func (p *Program) until(depth int) {
	first := len(p.code)
	p.line(depth, "do {")
	p.jump, p.skip = append(p.jump, nil), append(p.skip, nil)
	p.block(depth + 1)
	c := p.condition()
	p.line(depth, "} while (%s);", c.text)
	at := p.emit(instruction{kind: test, value: c.value})
	p.code[at].next, p.code[at].other = first, len(p.code)
	p.leave(at)
}

// leave sets where what leaves a loop or begins its next round goes.
func (p *Program) leave(condition int) {
	n := len(p.jump) - 1
	for _, i := range p.jump[n] {
		p.code[i].next = len(p.code)
	}
	for _, i := range p.skip[n] {
		p.code[i].next = condition
	}
	p.jump, p.skip = p.jump[:n], p.skip[:n]
}

func (p *Program) loop(depth int) {
	if p.rand.IntN(4) == 0 {
		p.until(depth)
		return
	}
	c := p.condition()
	p.line(depth, "while (%s) {", c.text)
	head := p.emit(instruction{kind: test, value: c.value})
	p.jump, p.skip = append(p.jump, nil), append(p.skip, nil)
	p.block(depth + 1)
	p.line(depth, "}")
	back := p.emit(instruction{kind: skip})
	p.code[back].next = head
	p.code[head].other = len(p.code)
	p.leave(head)
}

// An operation is text in C and what it computes, as int does.
type operation struct {
	text  string
	value func(state []int) int
}

func (p *Program) operand() operation {
	if p.rand.IntN(3) == 0 {
		k := p.rand.IntN(9) - 2
		return operation{fmt.Sprint(k), func([]int) int { return k }}
	}
	v := p.rand.IntN(len(p.vars))
	if i := p.rand.IntN(len(p.vars)); p.array >= 0 && v >= p.array && i < p.array {
		return operation{fmt.Sprintf("t[%s & %d]", p.vars[i].name, arrayLength-1),
			func(s []int) int { return s[p.array+s[i]&(arrayLength-1)] }}
	}
	return operation{p.vars[v].name, func(s []int) int { return s[v] }}
}

// expression is something to be assigned to a variable, most often a step up or down.
func (p *Program) expression(v int) operation {
	name := p.vars[v].name
	k := 1 + p.rand.IntN(3)
	switch p.rand.IntN(9) {
	case 0, 1:
		return operation{fmt.Sprintf("%s + %d", name, k), func(s []int) int { return s[v] + k }}
	case 2, 3:
		return operation{fmt.Sprintf("%s - %d", name, k), func(s []int) int { return s[v] - k }}
	case 4:
		return operation{fmt.Sprintf("%s >> 1", name), func(s []int) int { return s[v] >> 1 }}
	}
	a, b := p.operand(), p.operand()
	switch p.rand.IntN(9) {
	case 3:
		return operation{a.text + " * " + b.text, func(s []int) int { return a.value(s) * b.value(s) }}
	case 4:
		return operation{a.text + " ^ " + b.text, func(s []int) int { return a.value(s) ^ b.value(s) }}
	case 5:
		return operation{fmt.Sprintf("%s / %d", a.text, k+1),
			func(s []int) int { return a.value(s) / (k + 1) }}
	case 6:
		return operation{fmt.Sprintf("%s %% %d", a.text, k+1),
			func(s []int) int { return a.value(s) % (k + 1) }}
	case 7:
		return operation{fmt.Sprintf("%s > %s ? %s : %d", a.text, b.text, name, -k), func(s []int) int {
			if a.value(s) > b.value(s) {
				return s[v]
			}
			return -k
		}}
	case 0:
		return operation{a.text + " - " + b.text, func(s []int) int { return a.value(s) - b.value(s) }}
	case 1:
		return operation{a.text + " & " + b.text, func(s []int) int { return a.value(s) & b.value(s) }}
	case 2:
		return a
	}
	return operation{a.text + " + " + b.text, func(s []int) int { return a.value(s) + b.value(s) }}
}

func (p *Program) condition() operation {
	if p.rand.IntN(12) == 0 {
		return operation{"1", func([]int) int { return 1 }}
	}
	a, b := p.operand(), p.operand()
	truth := func(c bool) int {
		if c {
			return 1
		}
		return 0
	}
	switch p.rand.IntN(7) {
	case 0:
		return operation{a.text + " != " + b.text,
			func(s []int) int { return truth(a.value(s) != b.value(s)) }}
	case 1:
		return operation{a.text + " == " + b.text,
			func(s []int) int { return truth(a.value(s) == b.value(s)) }}
	case 2, 3:
		return operation{a.text + " < " + b.text, func(s []int) int { return truth(a.value(s) < b.value(s)) }}
	case 4:
		return operation{"(" + a.text + " & " + b.text + ") != 0",
			func(s []int) int { return truth(a.value(s)&b.value(s) != 0) }}
	}
	return operation{a.text + " > " + b.text, func(s []int) int { return truth(a.value(s) > b.value(s)) }}
}
