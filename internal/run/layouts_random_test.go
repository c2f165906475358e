package run_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/testflag"
)

// block is an object of a random program about addresses.
type block struct {
	name              string
	size, align, elem uint64
	kind              int // 0 static, 1 automatic, 2 of the heap
}

// where is a layout together with the inputs: the first bytes of the objects, and which pointers moved on.
type where struct {
	base  [3]uint64
	moved [3]bool
}

// place is a pointer: an offset in an object, and another one if an input says so.
type place struct {
	obj, other int
	off, at    uint64
}

func (p place) address(w *where, i int) uint64 {
	if w.moved[i] {
		return w.base[p.other] + p.at
	}
	return w.base[p.obj] + p.off
}

// atom is a condition in C, and what it is in a layout.
type atom struct {
	text  string
	holds func(w *where) bool
}

// pointers is a random program that asserts something about addresses.
type pointers struct {
	*rand.Rand
	blocks [3]block
	places [3]place
	moves  [3]bool // whether the pointer has another place at all
	gone   bool    // the second block is freed before the third is allocated
	cast   bool    // the pointers are numbers
	claim  atom
}

func newPointers(seed int64) *pointers {
	g := &pointers{Rand: rand.New(rand.NewPCG(uint64(seed), 38))}
	for i := range g.blocks {
		b := block{name: string(rune('a' + i)), elem: 1, kind: g.IntN(3)}
		if g.IntN(2) == 0 {
			b.elem = 4
		}
		b.size, b.align = b.elem*uint64(1+g.IntN(3)), b.elem
		if b.kind == 2 {
			b.align = 16
		}
		g.blocks[i] = b
	}
	g.gone = g.blocks[1].kind == 2 && g.blocks[2].kind == 2 && g.IntN(2) == 0
	g.cast = g.gone || g.IntN(2) == 0
	for i := range g.places {
		p := place{obj: g.IntN(3), other: g.IntN(3)}
		p.off, p.at = g.offset(p.obj), g.offset(p.other)
		g.places[i], g.moves[i] = p, g.IntN(4) == 0
	}
	g.claim = g.law()
	if g.IntN(2) == 0 {
		g.claim = g.tree(2)
	}
	return g
}

// offset is one of an element, seldom that of the end.
func (g *pointers) offset(obj int) uint64 {
	b := g.blocks[obj]
	n := b.size / b.elem
	if g.IntN(4) == 0 {
		return b.size
	}
	return g.Uint64N(n) * b.elem
}

func (g *pointers) tree(depth int) atom {
	if depth == 0 || g.IntN(3) == 0 {
		return g.atom(g.IntN(3), g.IntN(3))
	}
	a, b := g.tree(depth-1), g.tree(depth-1)
	switch g.IntN(3) {
	case 0:
		return atom{fmt.Sprintf("(%s && %s)", a.text, b.text),
			func(w *where) bool { return a.holds(w) && b.holds(w) }}
	case 1:
		return atom{fmt.Sprintf("(%s || %s)", a.text, b.text),
			func(w *where) bool { return a.holds(w) || b.holds(w) }}
	}
	return atom{fmt.Sprintf("!%s", a.text), func(w *where) bool { return !a.holds(w) }}
}

// number is the address that a pointer holds, as text and as a function of the layout.
func (g *pointers) number(i int) (text string, at func(w *where) uint64) {
	return fmt.Sprintf("(uintptr_t)p%d", i), func(w *where) uint64 { return g.places[i].address(w, i) }
}

// atom is a condition on two pointers.
func (g *pointers) atom(i, j int) atom {
	x, p := g.number(i)
	y, q := g.number(j)
	k := g.Uint64N(13)
	switch g.IntN(9) {
	case 0:
		return atom{fmt.Sprintf("(p%d < p%d)", i, j), func(w *where) bool { return p(w) < q(w) }}
	case 1:
		return atom{fmt.Sprintf("(p%d <= p%d)", i, j), func(w *where) bool { return p(w) <= q(w) }}
	case 2, 3:
		return atom{fmt.Sprintf("(p%d == p%d)", i, j), func(w *where) bool { return p(w) == q(w) }}
	case 4:
		return atom{fmt.Sprintf("(%s - %s == %d)", x, y, k), func(w *where) bool { return p(w)-q(w) == k }}
	case 5:
		return atom{fmt.Sprintf("(%s %% 4 == %d)", x, k%4), func(w *where) bool { return p(w)%4 == k%4 }}
	case 6:
		return atom{fmt.Sprintf("((%s >> 4) %% 4 == %d)", x, k%4),
			func(w *where) bool { return p(w)>>4%4 == k%4 }}
	case 7:
		return atom{fmt.Sprintf("((%s >> 4) %% 4 == (%s >> 4) %% 4)", x, y),
			func(w *where) bool { return p(w)>>4%4 == q(w)>>4%4 }}
	}
	return atom{fmt.Sprintf("(%s + %d <= %s || %s + %d <= %s)", x, k, y, y, k, x),
		func(w *where) bool { return p(w)+k <= q(w) || q(w)+k <= p(w) }}
}

// law is a condition that holds in all layouts, or in all but few.
func (g *pointers) law() atom {
	order := []int{0, 1, 2}
	g.Shuffle(3, func(i, j int) { order[i], order[j] = order[j], order[i] })
	i, j, l := order[0], order[1], order[2]
	x, p := g.number(i)
	y, q := g.number(j)
	_, r := g.number(l)
	a, b := g.blocks[g.places[i].obj], g.blocks[g.places[j].obj]
	k, n := a.size-g.places[i].off, b.size-g.places[j].off
	switch g.IntN(8) {
	case 0:
		return atom{fmt.Sprintf("(!(p%d < p%d && p%d < p%d) || p%d < p%d)", i, j, j, l, i, l),
			func(w *where) bool { return !(p(w) < q(w) && q(w) < r(w)) || p(w) < r(w) }}
	case 1:
		return atom{fmt.Sprintf("((p%d < p%d) + (p%d == p%d) + (p%d < p%d) == 1)", i, j, i, j, j, i),
			func(*where) bool { return true }}
	case 2:
		return atom{fmt.Sprintf("(p%d != p%d || (%s >> 4) %% 4 == (%s >> 4) %% 4)", i, j, x, y),
			func(*where) bool { return true }}
	case 3:
		return atom{fmt.Sprintf("((%s ^ %s ^ %s) == %s)", x, y, y, x), func(*where) bool { return true }}
	case 4:
		return atom{fmt.Sprintf("(((%s << 1 | 1) >> 1) == %s)", x, x), func(w *where) bool { return true }}
	case 5:
		return atom{fmt.Sprintf("(%s + %d <= %s || %s + %d <= %s)", x, k, y, y, n, x),
			func(w *where) bool { return p(w)+k <= q(w) || q(w)+n <= p(w) }}
	case 6:
		return atom{fmt.Sprintf("(%s - %s + %s == %s)", x, y, y, x), func(*where) bool { return true }}
	}
	return atom{fmt.Sprintf("(p%d != p%d)", i, j), func(w *where) bool { return p(w) != q(w) }}
}

// C is the program.
func (g *pointers) C() string {
	var s strings.Builder
	s.WriteString("#include <assert.h>\n#include <stdint.h>\n#include <stdlib.h>\n" +
		"_Bool __VERIFIER_nondet_bool(void);\n")
	types := map[uint64]string{1: "char", 4: "int"}
	for _, b := range g.blocks {
		if b.kind == 0 {
			fmt.Fprintf(&s, "%s %s[%d];\n", types[b.elem], b.name, b.size/b.elem)
		}
	}
	s.WriteString("int main(void)\n{\n")
	for i, b := range g.blocks {
		switch b.kind {
		case 1:
			fmt.Fprintf(&s, "\t%s %s[%d];\n", types[b.elem], b.name, b.size/b.elem)
		case 2:
			fmt.Fprintf(&s, "\t%s *%s = malloc(%d);\n\tif (!%s) return 0;\n", types[b.elem], b.name, b.size,
				b.name)
		}
		fmt.Fprintf(&s, "\tuintptr_t n%s = (uintptr_t)%s;\n", b.name, b.name)
		if i == 1 && g.gone {
			s.WriteString("\tfree(b);\n")
		}
	}
	at := func(obj int, off uint64) string {
		if g.cast {
			return fmt.Sprintf("n%s + %d", g.blocks[obj].name, off)
		}
		return fmt.Sprintf("(char *)%s + %d", g.blocks[obj].name, off)
	}
	typ := "char *"
	if g.cast {
		typ = "uintptr_t "
	}
	for i, p := range g.places {
		fmt.Fprintf(&s, "\t%sp%d = %s;\n", typ, i, at(p.obj, p.off))
		if g.moves[i] {
			fmt.Fprintf(&s, "\tif (__VERIFIER_nondet_bool())\n\t\tp%d = %s;\n", i, at(p.other, p.at))
		}
	}
	fmt.Fprintf(&s, "\tassert(%s);\n\treturn 0;\n}\n", g.claim.text)
	return s.String()
}

// violated reports whether some layout and some inputs break the claim: all orders of the objects, those that
// follow one another at once and those with gaps, many first addresses, and a block in the place of the one
// that was freed.
func (g *pointers) violated() bool {
	for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		for first := range uint64(64) {
			for gaps := range 25 {
				if g.violatedAt(order, 4096+first, [3]int{gaps % 5, gaps / 5, 0}, false) ||
					g.gone && gaps < 5 && g.violatedAt(order, 4096+first, [3]int{gaps, gaps, gaps}, true) {
					return true
				}
			}
		}
	}
	return false
}

// violatedAt reports whether some inputs break the claim in a layout: objects in an order from an address on,
// with gaps between them; reused puts the third in the place of the second.
func (g *pointers) violatedAt(order []int, next uint64, gaps [3]int, reused bool) bool {
	var w where
	for n, i := range order {
		b := g.blocks[i]
		if reused && i == 2 {
			continue
		}
		next = (next + b.align - 1) / b.align * b.align
		w.base[i] = next
		next += b.size + []uint64{0, b.align, 16, 33, 4096}[gaps[n]]
		if reused && i == 1 {
			next += max(g.blocks[2].size, b.size) - b.size
		}
	}
	if reused {
		w.base[2] = w.base[1]
	}
	for inputs := range 8 {
		possible := true
		for i := range w.moved {
			w.moved[i] = inputs>>i&1 == 1
			possible = possible && (g.moves[i] || !w.moved[i])
		}
		if possible && !g.claim.holds(&w) {
			return true
		}
	}
	return false
}

// TestRandomPointers compares what is said of programs that compare, subtract, cast and hash addresses with
// an enumeration of layouts.
func TestRandomPointers(t *testing.T) {
	asked, undecided, hold, broken := 0, 0, 0, 0
	for seed := range testflag.Seeds(20) {
		g := newPointers(seed)
		task := run.Task{Property: string(property.UnreachCall), Files: []string{"p.c"},
			Read: func(string) ([]byte, error) { return []byte(g.C()), nil }}
		o, err := run.Check(t.Context(), task, run.Options{BugDir: t.TempDir()})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, g.C())
		}
		asked++
		violated := g.violated()
		if violated {
			broken++
		}
		if o.BugReport != "" {
			t.Errorf("seed %d: internal error: %s\n%s", seed, o.Result.Why, g.C())
		}
		switch o.Verdict.Kind {
		case property.Unknown:
			undecided++
			t.Logf("seed %d, violated %t: %s", seed, violated, o.Result.Why)
		case property.True:
			hold++
			if violated {
				t.Errorf("seed %d: true, but some layout breaks it\n%s", seed, g.C())
			}
		default:
			if !violated {
				t.Errorf("seed %d: %s, but no layout breaks it\n%s", seed, o.Verdict, g.C())
			}
		}
	}
	t.Logf("%d asked, %d hold, %d broken in some layout, %d undecided", asked, hold, broken, undecided)
}
