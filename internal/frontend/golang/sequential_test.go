package golang_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/golang"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/testing/testflag"
)

// sequential writes random functions that compute with what sequential programs in Go have.
type sequential struct {
	r     *rand.Rand
	out   strings.Builder
	depth int
	loops int
}

var numbers = map[string]string{"a": "int", "b": "int8", "c": "uint16", "d": "uint8", "e": "int64",
	"f": "uint32"}

func (s *sequential) pick(words ...string) string { return words[s.r.Intn(len(words))] }

func (s *sequential) name() string { return s.pick("a", "b", "c", "d", "e", "f") }

// value is an expression of a type.
func (s *sequential) value(t string, depth int) string {
	if depth == 0 {
		for _, v := range []string{s.name(), s.name()} {
			if numbers[v] == t {
				return v
			}
		}
		if t == "int" && s.r.Intn(2) == 0 {
			return s.pick("len(l)", "len(str)", "arr[1]", "st.x", "*p", "m[1]", "cap(l)", "len(m)",
				"int(str[0])")
		}
		return fmt.Sprintf("%s(%d+zero)", t, s.r.Intn(100))
	}
	x := s.value(t, depth-1)
	switch s.r.Intn(10) {
	case 0:
		v := s.name()
		return fmt.Sprintf("%s(%s)", t, v)
	case 1:
		return fmt.Sprintf("(%s %s %s)", x, s.pick("/", "%"), s.value(t, depth-1))
	case 2:
		return fmt.Sprintf("(%s %s (%s&7+%d))", x, s.pick("<<", ">>"), s.value("uint8", depth-1),
			s.r.Intn(60))
	case 3:
		return s.pick("-", "^") + "(" + x + ")"
	}
	return fmt.Sprintf("(%s %s %s)", x, s.pick("+", "-", "*", "&", "|", "^", "&^"), s.value(t, depth-1))
}

func (s *sequential) condition() string {
	switch s.r.Intn(6) {
	case 0:
		return fmt.Sprintf("str %s %q", s.pick("<", "==", "!=", ">="), s.pick("ab", "abc", "b", ""))
	case 1:
		return s.pick("st == st2", "w == w2", "w != w2", "x == any(w)", "w.y == w2.y", "mw[w] == 0",
			"arr != [3]int{1, 2, 3}", "x == any(a)", "x == any(st)", "m[2] == 0",
			"l == nil")
	}
	v := s.name()
	return fmt.Sprintf("%s %s %s", v, s.pick("<", "<=", "==", "!=", ">"), s.value(numbers[v], 1))
}

func (s *sequential) line(format string, args ...any) {
	fmt.Fprintf(&s.out, "%s"+format+"\n", append([]any{strings.Repeat("\t", s.depth+1)}, args...)...)
}

func (s *sequential) block(n int) {
	s.depth++
	for range n {
		s.statement()
	}
	s.depth--
}

func (s *sequential) statement() {
	v := s.name()
	t := numbers[v]
	switch k := s.r.Intn(24); {
	case k < 5:
		s.line("%s %s %s", v, s.pick("=", "+=", "-=", "^="), s.value(t, 2))
	case k == 5 && s.depth < 3:
		s.line("if %s {", s.condition())
		s.block(2)
		s.line("} else {")
		s.block(1)
		s.line("}")
	case k == 6 && s.depth < 2:
		s.loops++
		s.line("for i%d := range %d {", s.loops, 1+s.r.Intn(3))
		s.line("\ta += i%d", s.loops)
		s.block(2)
		s.line("}")
	case k == 7:
		s.line("l = append(l, %s)", s.value("int", 1))
	case k == 8:
		s.line("l = append(l[:%d], l...)", s.r.Intn(3))
	case k == 9:
		s.line("l[%s&3] = %s", s.value("int", 1), s.value("int", 1))
	case k == 10:
		s.line("m[%s&3] += %s", s.value("int", 1), s.value("int", 1))
	case k == 11:
		s.line("str += %s", s.pick(`"x"`, "str[:1]", "string(str[len(str)-1:])", "string(bs)"))
	case k == 12:
		s.line("arr[%s&3] = %s", s.value("int", 1), s.value("int", 1))
	case k == 13:
		s.line(s.pick("st.x, st.y = int(st.y), int8(st.x)", "st2 = st", "p = &st.x", "p = &arr[2]", "p = &a"))
	case k == 14:
		s.line("*p = %s", s.value("int", 1))
	case k == 15:
		s.line("func() { defer func() { %s += %s }(); %s = %s }()", v, s.value(t, 1), v, s.value(t, 2))
	case k == 16:
		s.line("switch %s & 3 { case 0: a++; case 1: a--; fallthrough; default: b++ }", s.value("int", 1))
	case k == 17:
		s.line("for i, c := range str { a += i * int(c) }")
	case k == 18:
		s.line("x = %s", s.pick("a", "st", "str", "nil", "&arr"))
	case k == 19:
		s.line("if y, ok := x.(%s); ok { _ = y; a++ }", s.pick("int", "pair", "string", "shape"))
	case k == 20:
		s.line("copy(l%s, l)", s.pick("", "[1:]"))
	case k == 22:
		s.line("%s.%s = %s", s.pick("w", "w2"), s.pick("y", "z[0]", "z[1]"),
			s.pick("a", "st", "bs", "nil", "str", "any(w)", "1"))
	case k == 23:
		s.line(s.pick("w2 = w", "w.x = a", "w2.x = w.x", "mw[w]++", "delete(mw, w2)", "x = w"))
	case k == 21:
		s.line("delete(m, %s&3)", s.value("int", 1))
	}
}

// function writes a function that prints what it has computed.
func (s *sequential) function(n int) {
	s.depth = 0
	fmt.Fprintf(&s.out, "func f%d() {\n\tvar (\n\t\ta int = %d\n\t\tb int8 = %d\n\t\tc uint16 = %d\n"+
		"\t\td uint8 = %d\n\t\te int64 = %d\n\t\tf uint32 = %d\n", n, s.r.Intn(9)-4, s.r.Intn(256)-128,
		s.r.Intn(1<<16), s.r.Intn(256), s.r.Int63()-1<<62, s.r.Uint32())
	s.out.WriteString(`		l []int = make([]int, 2, 3)
		m = map[int]int{1: 2}
		str = "aé"
		bs = []byte("yz")
		arr = [3]int{1, 2, 3}
		st, st2 = pair{1, 2}, pair{1, 2}
		p = &a
		x any = a
		w, w2 wide
		mw = map[wide]int{}
	)
	_, _, _, _, _, _, _ = bs, st2, x, p, w, w2, mw
	defer func() {
		if recover() != nil {
			println("panics")
		}
		println(w == wide{x: a}, len(mw), w2.y == nil)
		println(a, b, c, d, e, f, len(l), len(m), str, arr[0], arr[1], arr[2], st.x, st.y, m[0], m[1], m[2], m[3])
		for _, v := range l {
			println(v)
		}
	}()
`)
	s.block(8)
	s.out.WriteString("}\n\n")
}

// TestSequential executes random programs, and compares what they print with what the go command says.
func TestSequential(t *testing.T) {
	goCommand(t)
	for seed := range testflag.Seeds(1) {
		const functions = 25
		s := &sequential{r: rand.New(rand.NewSource(seed))}
		s.out.WriteString("package main\n\ntype pair struct {\n\tx int\n\ty int8\n}\n\n" +
			"type wide struct {\n\tx int\n\ty any\n\tz [2]any\n}\n\n" +
			"var zero int\n\nfunc (p pair) area() int { return p.x }\n\n" +
			"type shape interface{ area() int }\n\n")
		for i := range functions {
			s.function(i)
		}
		s.out.WriteString("func main() {\n")
		for i := range functions {
			fmt.Fprintf(&s.out, "\tprintln(%d)\n\tf%d()\n", i, i)
		}
		s.out.WriteString("}\n")
		sameOutput(t, fmt.Sprintf("seed %d", seed), s.out.String())
	}
}

// TestOutput executes programs, and compares what they print with what they print if they are compiled.
func TestOutput(t *testing.T) {
	goCommand(t)
	a, err := txtar.ParseFile("testdata/output.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		sameOutput(t, f.Name, string(f.Data))
	}
}

func sameOutput(t *testing.T, name, text string) {
	t.Helper()
	file := write(t, text)
	want := native(t, file)
	var got bytes.Buffer
	_, _, err := interp.Run(context.Background(), load(t, file, ""), interp.RunOptions{ErrOutput: &got})
	if err != nil {
		t.Fatal(err)
	}
	if g := got.String(); g != want {
		t.Errorf("%s: %s", name, firstDifference(g, want))
		if keep := os.Getenv("KEEP"); keep != "" {
			_ = os.WriteFile(keep, []byte(text), 0o600)
		}
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range w {
		if i >= len(g) || g[i] != w[i] {
			have := "nothing"
			if i < len(g) {
				have = g[i]
			}
			return fmt.Sprintf("line %d is %q, want %q, after %q", i+1, have, w[i], w[max(0, i-3):i])
		}
	}
	return "there is more than what is wanted"
}

func goCommand(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command is installed")
	}
}

func write(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// native is what a program prints to the stream for errors.
func native(t *testing.T, file string) string {
	t.Helper()
	cmd := exec.Command("go", "run", file)
	var out bytes.Buffer
	cmd.Stderr = &out
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, out.String())
	}
	return out.String()
}

func load(t *testing.T, file, entry string) *cfa.Program {
	t.Helper()
	p, _, err := golang.Load(context.Background(), golang.Config{Patterns: []string{file}, Entry: entry})
	if err != nil {
		t.Fatal(err)
	}
	if err := cfa.Check(p); err != nil {
		t.Fatal(err)
	}
	p.Terms.Freeze()
	return p
}
