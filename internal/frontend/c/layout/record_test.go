package layout

import (
	"encoding/hex"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"modernc.org/token"

	"whittle.dev/internal/testing/gcc"
)

// generator makes random struct definitions.
type generator struct {
	r     *rand.Rand
	model Model
	b     strings.Builder
	line  int
	packs []packAt
	n     int
	// leaves of the struct at hand: paths that can be looked at
	scalars, bits []string
}

type packAt struct {
	line  int
	limit uint64
}

func (g *generator) printf(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	g.line += strings.Count(s, "\n")
	g.b.WriteString(s)
}

var scalarTypes = []string{
	"char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long",
	"unsigned long",
	"long long", "unsigned long long", "_Bool", "float", "double", "long double", "void *", "char *",
	"enum e", "aligned16", "aligned2", "aligned1",
}

var bitTypes = []struct {
	name string
	max  int
}{
	{"char", 8}, {"unsigned char", 8}, {"short", 16}, {"unsigned short", 16}, {"int", 32}, {"unsigned", 32},
	{"long long", 64}, {"unsigned long long", 64}, {"_Bool", 1}, {"enum e", 32}, {"long", 32},
	{"unsigned long", 32},
}

func (g *generator) attr(p float64) string {
	if g.r.Float64() > p {
		return ""
	}
	switch g.r.Intn(4) {
	case 0, 1:
		return " __attribute__((packed))"
	case 2:
		return fmt.Sprintf(" __attribute__((aligned(%d)))", 1<<g.r.Intn(6))
	}
	return fmt.Sprintf(" __attribute__((packed, aligned(%d)))", 1<<g.r.Intn(5))
}

// body writes the members of a struct or union.
func (g *generator) body(prefix string, depth int, bitHeavy bool) {
	n := 1 + g.r.Intn(6)
	for i := 0; i < n; i++ {
		g.n++
		name := fmt.Sprintf("m%d", g.n)
		bitChance := 0.25
		if bitHeavy {
			bitChance = 0.8
		}
		switch x := g.r.Float64(); {
		case x < bitChance:
			t := bitTypes[g.r.Intn(len(bitTypes))]
			unnamed := t.name
			if unnamed == "enum e" {
				unnamed = "int" // the parser takes "enum e : 5" for C23
			}
			switch g.r.Intn(10) {
			case 0:
				g.printf("%s : 0;\n", unnamed)
			case 1:
				g.printf("%s : %d;\n", unnamed, 1+g.r.Intn(t.max))
			default:
				w := 1 + g.r.Intn(t.max)
				if g.r.Intn(4) == 0 {
					w = t.max
				}
				g.printf("%s %s : %d%s;\n", t.name, name, w, g.attr(0.07))
				g.bits = append(g.bits, prefix+name)
			}
		case x < bitChance+0.1 && depth < 2:
			kind := []string{"struct", "union"}[g.r.Intn(2)]
			g.printf("%s%s {\n", kind, g.attr(0.1))
			if g.r.Intn(2) == 0 {
				g.body(prefix+name+".", depth+1, bitHeavy)
				g.n++
				g.printf("char x%d; } %s%s;\n", g.n, name, g.attr(0.1))
				g.scalars = append(g.scalars, prefix+name)
			} else {
				g.body(prefix, depth+1, bitHeavy)
				g.n++
				g.printf("char x%d; };\n", g.n)
			}
		default:
			t := scalarTypes[g.r.Intn(len(scalarTypes))]
			dim := ""
			if g.r.Intn(6) == 0 && !strings.HasPrefix(t, "aligned") {
				dim = fmt.Sprintf("[%d]", 1+g.r.Intn(4))
			}
			as := ""
			if g.r.Intn(25) == 0 {
				as = "_Alignas(16) "
			}
			if g.r.Intn(15) == 0 && !strings.HasPrefix(t, "aligned") && dim == "" {
				as += "_Atomic "
			}
			g.printf("%s%s %s%s%s;\n", as, t, name, dim, g.attr(0.1))
			g.scalars = append(g.scalars, prefix+name)
		}
	}
}

// TestAgainstGCC compares sizes, alignments, offsets and the very bits of
// bit-fields with what gcc does, on generated structs.
func TestAgainstGCC(t *testing.T) {
	for _, model := range []Model{LP64, ILP32} {
		t.Run(model.String(), func(t *testing.T) {
			if why := gcc.Missing(map[Model]string{LP64: "-m64", ILP32: "-m32"}[model]); why != "" {
				t.Skip(why)
			}
			for seed := int64(1); seed <= 6; seed++ {
				compareWithGCC(t, model, seed, 150)
			}
		})
	}
}

func compareWithGCC(t *testing.T, model Model, seed int64, count int) {
	g := &generator{r: rand.New(rand.NewSource(seed)), model: model, line: 1}
	g.printf("enum e { A, B, C = 100000 };\ntypedef int aligned16 __attribute__((aligned(16)));\ntypedef " +
		"long long aligned2 __attribute__((aligned(2)));\ntypedef int aligned1 " +
		"__attribute__((aligned(1)));\n")
	type one struct{ scalars, bits []string }
	var all []one
	for i := 0; i < count; i++ {
		g.n, g.scalars, g.bits = 0, nil, nil
		limit := uint64(0)
		if g.r.Intn(5) == 0 {
			limit = 1 << g.r.Intn(4)
			g.printf("#pragma pack(push, %d)\n", limit)
		}
		g.packs = append(g.packs, packAt{g.line, limit})
		kind := "struct"
		if g.r.Intn(6) == 0 {
			kind = "union"
		}
		// The parser refuses two different alignments of one struct.
		front, back := g.attr(0.3), ""
		if g.r.Intn(2) == 0 {
			front, back = back, front
		}
		g.printf("%s%s s%d {\n", kind, front, i)
		g.body("", 0, g.r.Intn(2) == 0)
		g.printf("char last%d;\n}%s;\n", i, back)
		g.printf("%s s%d v%d;\n", kind, i, i)
		if limit != 0 {
			g.printf("#pragma pack(pop)\n")
		}
		all = append(all, one{g.scalars, g.bits})
	}
	text := g.b.String()

	var m strings.Builder
	m.WriteString(text)
	m.WriteString("int printf(const char *, ...); void *memset(void *, int, __SIZE_TYPE__);\n")
	m.WriteString("static void dump(const void *p, int n) { for (int i = 0; i < n; i++) printf(\"%02x\", " +
		"((const unsigned char *)p)[i]); printf(\"\\n\"); }\n")
	for i, o := range all {
		fmt.Fprintf(&m, "static void f%d(void) {\nprintf(\"%%d %%d\\n\", (int)sizeof v%d, "+
			"(int)_Alignof(__typeof__(v%d)));\n", i, i, i)
		for _, p := range o.scalars {
			fmt.Fprintf(&m, "printf(\"%%d\\n\", (int)__builtin_offsetof(__typeof__(v%d), %s));\n", i, p)
		}
		for _, p := range o.bits {
			fmt.Fprintf(&m, "memset(&v%d, 0, sizeof v%d); v%d.%s = -1; dump(&v%d, sizeof v%d);\n", i, i, i, p,
				i, i)
		}
		m.WriteString("}\n")
	}
	m.WriteString("int main(void) {\n")
	for i := range all {
		fmt.Fprintf(&m, "f%d();\n", i)
	}
	m.WriteString("return 0; }\n")

	dir := t.TempDir()
	src, bin := filepath.Join(dir, "t.c"), filepath.Join(dir, "t")
	if err := os.WriteFile(src, []byte(m.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"-w", "-O0", "-o", bin, src}
	if model == ILP32 {
		args = append([]string{"-m32"}, args...)
	}
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	out, err := exec.Command(bin).Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(out), "\n")

	// The parser is given the text with #pragma lines kept: it ignores them.
	ast := translate(t, model, text)
	l := New(model)
	l.AddUnit(ast, func(p token.Position) uint64 {
		limit := uint64(0)
		for _, e := range g.packs {
			if e.line <= p.Line {
				limit = e.limit
			}
		}
		return limit
	})
	next := func() string { s := lines[0]; lines = lines[1:]; return s }
	bad := 0
	for i, o := range all {
		typ := typeOf(t, ast, fmt.Sprintf("v%d", i))
		fail := func(format string, args ...any) {
			if bad++; bad <= 5 {
				t.Errorf("seed %d, s%d: %s", seed, i, fmt.Sprintf(format, args...))
				from := strings.Index(text, fmt.Sprintf(" s%d {", i))
				to := strings.Index(text, fmt.Sprintf(" v%d;", i))
				t.Logf("%s", text[max(0, from-60):to])
			}
		}
		size, err := l.Sizeof(typ)
		if err != nil {
			fail("%v", err)
		}
		align, err := l.Alignof(typ)
		if err != nil {
			fail("%v", err)
		}
		if want := next(); want != fmt.Sprintf("%d %d", size, align) {
			fail("size and alignment %d %d, gcc has %s", size, align, want)
		}
		for _, p := range o.scalars {
			off, _, err := fieldAt(l, typ, p)
			if want := next(); err != nil || want != fmt.Sprint(off) {
				fail("offset of %s is %d (%v), gcc has %s", p, off, err, want)
			}
		}
		for _, p := range o.bits {
			off, f, err := fieldAt(l, typ, p)
			want := next()
			if err != nil || !f.IsBitField {
				fail("%s: %v", p, err)
				continue
			}
			got := make([]byte, size)
			for b := uint(0); b < f.BitWidth; b++ {
				at := 8*off + uint64(f.BitOffset+b)
				if at/8 >= size || at/8 >= off+f.Container {
					fail("%s: bits out of the container", p)
					break
				}
				got[at/8] |= 1 << (at % 8)
			}
			if s := hex.EncodeToString(got); s != want {
				fail("bits of %s are %s, gcc has %s", p, s, want)
			}
		}
	}
	if bad > 5 {
		t.Errorf("seed %d: %d differences in all", seed, bad)
	}
}
