package c_test

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/testing/testflag"
)

// shownTypes are told apart by _Generic in the generated programs.
var shownTypes = []string{
	"char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long",
	"unsigned long", "long long", "unsigned long long",
	"_Bool", "float", "double", "int *", "const int *", "volatile int *", "const volatile int *", "int **",
	"int *const *", "const int **", "void *",
	"const void *", "char *", "const char *", "char **", "unsigned *", "long *", "int (*)[3]",
	"const int (*)[3]", "int (*)[2][3]", "int (*)(int)", "int (*)(void)",
	"int (**)(int)", "struct s", "struct s *", "const struct s *", "struct t *", "_Bool *",
}

// typeGenerator writes programs about the types of expressions.
type typeGenerator struct {
	r      *rand.Rand
	wide   bool     // long has 64 bits
	lines  int      // of each kind
	fields []string // bit-fields
	// noFields keeps bit-fields out: the types that only they have cannot be those of variables.
	noFields bool
}

func (g *typeGenerator) pick(list ...string) string { return list[g.r.Intn(len(list))] }

// declareFields declares the bit-fields of struct s and sets them.
func (g *typeGenerator) declareFields() (members, sets string) {
	kinds := []struct {
		name string
		max  int
	}{
		{"char", 8}, {"signed char", 8}, {"unsigned char", 8}, {"short", 16}, {"unsigned short", 16},
		{"int", 32}, {"unsigned", 32}, {"long", 32},
		{"unsigned long", 32}, {"long long", 64}, {"unsigned long long", 64}, {"_Bool", 1}, {"enum e", 32},
		{"enum n", 32}, {"enum w", 64},
		{"long long", 64}, {"unsigned long long", 64}, {"const int", 32},
	}
	for i := range 10 {
		k := kinds[g.r.Intn(len(kinds))]
		if g.wide && strings.HasSuffix(k.name, "long") {
			k.max = 64
		}
		w := 1 + g.r.Intn(k.max)
		if g.r.Intn(5) == 0 {
			w = k.max
		}
		if k.name == "enum n" || k.name == "enum w" {
			w = max(w, 2)
		}
		if k.name == "const int" {
			k.name = "int"
		}
		members += fmt.Sprintf("\t%s f%d : %d;\n", k.name, i, w)
		sets += fmt.Sprintf("\ts.f%d = %s;\n", i, g.literal())
		g.fields = append(g.fields, fmt.Sprintf("s.f%d", i))
	}
	return members, sets
}

func (g *typeGenerator) literal() string {
	switch g.r.Intn(5) {
	case 0:
		return fmt.Sprintf("%d", g.r.Intn(5))
	case 1:
		return fmt.Sprintf("0x%x%s", g.r.Uint64()>>uint(g.r.Intn(64)), g.pick("", "", "ull", "ll"))
	case 2:
		return fmt.Sprintf("(-%d%s)", g.r.Intn(1<<20), g.pick("", "l", "ll", "u"))
	case 3:
		return g.pick("'a'", "'ab'", "'\\377'", "EA", "EB", "NM", "WB", "LA", "LB", "HA", "1u", "0l", "7ul")
	}
	return fmt.Sprintf("%d%s", g.r.Intn(1<<30), g.pick("", "u", "l", "ul", "ll", "ull"))
}

// isField says that an expression designates a bit-field.
func (g *typeGenerator) isField(e string) bool {
	return strings.HasPrefix(e, "s.f") && !strings.Contains(e, " ")
}

// integer is an expression of an integer type.
func (g *typeGenerator) integer(depth int) string {
	if depth == 0 || g.r.Intn(6) == 0 {
		switch g.r.Intn(6) {
		case 0:
			return g.literal()
		case 1, 2:
			if !g.noFields {
				return g.fields[g.r.Intn(len(g.fields))]
			}
		case 3:
			return g.pick("*cp", "*vp", "arr[1]", "m[1][2]", "**pp", "**pcp", "fn(3)", "s.plain", "sp->plain",
				"csp->plain", "\"xyz\"[1]", "(char)200")
		}
		return g.pick("c", "sc", "uc", "sh", "us", "i", "u", "l", "ul", "ll", "ull", "b", "e", "n", "w", "ci",
			"vi")
	}
	a := g.integer(depth - 1)
	switch g.r.Intn(12) {
	case 0:
		return fmt.Sprintf("(%s%s)", g.pick("+", "-", "~", "!"), spaced(a))
	case 1, 2, 3:
		return fmt.Sprintf("(%s %s %s)", a, g.pick("+", "-", "*", "&", "|", "^"), g.integer(depth-1))
	case 4:
		return fmt.Sprintf("(%s %s (%s & 3))", a, g.pick("<<", ">>"), g.integer(depth-1))
	case 5:
		return fmt.Sprintf("(%s %s ((%s & 15) | 1))", a, g.pick("/", "%"), g.integer(depth-1))
	case 6:
		return fmt.Sprintf("(%s %s %s)", a, g.pick("<", ">", "<=", ">=", "==", "!=", "&&", "||"),
			g.integer(depth-1))
	case 7:
		return fmt.Sprintf("(%s ? %s : %s)", g.integer(depth-1), a, g.integer(depth-1))
	case 8:
		return fmt.Sprintf("(%s, %s)", g.pick("i", "arr", "(void)0"), a)
	case 9:
		return fmt.Sprintf("(%s)%s", g.pick("char", "unsigned char", "short", "int", "unsigned", "long",
			"unsigned long", "long long", "unsigned long long", "_Bool",
			"enum e", "enum n", "const int", "__typeof__("+g.standard(depth-1)+")"), spaced(a))
	case 10:
		return fmt.Sprintf("({ %s; })", a)
	}
	return g.pick(
		fmt.Sprintf("_Generic(%s, int: +%s, unsigned: sc, long: ull, default: us)", g.integer(depth-1), a),
		fmt.Sprintf("__builtin_choose_expr(%s, +%s, +%s)",
			g.pick("1", "0", "sizeof(int) == 4", "sizeof(long) == 4"), a, g.integer(depth-1)),
		fmt.Sprintf("(%s ?: %s)", g.pick("i", "b", "sh", "vi"), a),
		fmt.Sprintf("sizeof(%s)", g.pointer(depth-1)),
	)
}

// standard is an integer expression of a type that variables can have.
func (g *typeGenerator) standard(depth int) string {
	if !g.noFields && g.r.Intn(2) == 0 {
		return "(" + g.integer(depth) + " + 0ll)"
	}
	outer := g.noFields
	g.noFields = true
	e := g.integer(depth)
	g.noFields = outer
	return e
}

func spaced(s string) string { return "(" + s + ")" }

// pointer is an expression whose value is a pointer, or which designates an array, a function or a structure.
func (g *typeGenerator) pointer(depth int) string {
	if depth == 0 || g.r.Intn(5) == 0 {
		return g.pick("p", "cp", "vp", "pp", "pcp", "arr", "m", "carr", "vptr", "\"abc\"", "chp", "chpp",
			"fn", "fnv", "fp", "&fp", "&arr", "&m", "m[1]", "&m[0]", "*m", "&i", "&b", "sp", "csp", "s",
			"*sp", "(struct t *)0", "pup", "&u", "&l", "&ci", "&vi", "*pp", "&p", "*fp", "s.arr", "csp->arr",
			"&s.arr", "csp->link", "&csp->plain", "(char[]){\"xy\"}", "(int[]){1, 2}", "&(int){1}")
	}
	a := g.pointer(depth - 1)
	switch g.r.Intn(9) {
	case 0, 1:
		return fmt.Sprintf("(%s ? %s : %s)", g.pick("0", "1", "i"), g.scalarPointer(depth-1),
			g.pick("0", "(void *)0", "(void *)p", "p", "cp", "vp", "arr", "(const void *)0",
				"(void *)(i * 0)", g.scalarPointer(depth-1)))
	case 2:
		return fmt.Sprintf("(%s ? %s : %s)", g.pick("0", "1", "i"),
			g.pick("0", "(void *)0", "(void *)((long)i * 0l)", "(void *)((long)2 * 0l)"),
			g.scalarPointer(depth-1))
	case 3:
		return fmt.Sprintf("(%s %s %s)", g.pick("p", "cp", "arr", "m", "carr", "\"abc\"", "chp", "sp", "pp",
			"&m[0]", "s.arr", "csp->arr"), g.pick("+", "-"), g.pick("1", "i", "sc", "0"))
	case 4:
		return fmt.Sprintf("(%s, %s)", g.pick("i", "arr"), a)
	case 5:
		return fmt.Sprintf("({ %s; })", a)
	case 6:
		return fmt.Sprintf("(%s)%s", g.pick("int *", "const int *", "void *", "char *", "int **",
			"int *const *", "int (*)[3]", "struct s *", "unsigned *"), spaced(g.scalarPointer(depth-1)))
	case 7:
		return fmt.Sprintf("__builtin_choose_expr(%s, %s, %s)", g.pick("1", "0"), a, g.pointer(depth-1))
	}
	return a
}

// scalarPointer is a pointer expression that is no structure.
func (g *typeGenerator) scalarPointer(depth int) string {
	for {
		if e := g.pointer(depth); e != "s" && e != "*sp" && !strings.Contains(e, " s)") &&
			!strings.Contains(e, "*sp)") && !strings.Contains(e, "s; })") &&
			!strings.Contains(e, "*sp; })") && !strings.Contains(e, "s, ") && !strings.Contains(e, "*sp, ") {
			return e
		}
	}
}

func (g *typeGenerator) program() string {
	var b strings.Builder
	if g.wide {
		b.WriteString("// only LP64\n")
	}
	members, sets := g.declareFields()
	b.WriteString("#include <stdio.h>\n#define K(...) _Generic((__VA_ARGS__)")
	for i, t := range shownTypes {
		fmt.Fprintf(&b, ", %s: %d", t, i+1)
	}
	b.WriteString(", default: 0)\nenum e { EA, EB };\nenum n { NM = -1, NB };\nenum w { WA, WB = " +
		"0x123456789 };\nenum l { LA = 0x90000000u, LB };\nenum h { HA = 0x8000000000000001u, HB = 1LL << " +
		"40 };\nstruct s {\n" + members +
		"\tint plain, arr[3];\n\tint *link;\n};\nstruct t { int x; };\n" +
		`static char c = -3, *chp, **chpp = &chp; static signed char sc = 1; static unsigned char uc = 200; static short sh = -300; static unsigned short us = 60000;
static int i = 1, arr[3] = { 4, 5, 6 }, m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }; static unsigned u = 4000000000u; static long l = -5; static unsigned long ul = 77;
static long long ll = -1234567890123; static unsigned long long ull = 0xfedcba9876543210; static _Bool b = 1; static enum e e = EB; static enum n n = NM; static enum w w = WB;
static const int ci = 9, carr[3] = { 1, 2, 3 }; static volatile int vi = -9; static int *p = arr, **pp = &p, *const *pcp = &p; static const int *cp = arr; static volatile int *vp = arr;
static void *vptr = arr; static unsigned *pup = &u; static struct s s, *sp = &s; static const struct s *csp = &s;
static int fn(int x) { return x + 1; } static int fnv(void) { return 2; } static int (*fp)(int) = fn;
int main(void)
{
	chp = "chars";
` + sets)
	for range g.lines {
		x := g.integer(3)
		fmt.Fprintf(&b, "\tprintf(\"%%lld %%d \", (long long)(%s), K(%s));\n", x, x)
		if !g.isField(x) {
			fmt.Fprintf(&b, "\tprintf(\"%%d %%d\", (int)sizeof(%s), "+
				"__builtin_types_compatible_p(__typeof__(%s), %s));\n", x, x, shownTypes[g.r.Intn(12)])
		}
		b.WriteString("\tprintf(\"\\n\");\n")
	}
	for range g.lines {
		x := g.pointer(2)
		fmt.Fprintf(&b, "\tprintf(\"%%d %%d %%d %%d\\n\", K(%s), (int)sizeof(%s), "+
			"__builtin_types_compatible_p(__typeof__(%s), %s), (int)_Alignof(%s));\n",
			x, x, x, shownTypes[14+g.r.Intn(len(shownTypes)-14)], shownTypes[g.r.Intn(len(shownTypes))])
	}
	for range g.lines / 2 {
		f := g.fields[g.r.Intn(len(g.fields))]
		x := g.integer(2)
		fmt.Fprintf(&b, "\tprintf(\"%%lld \", (long long)(%s %s (%s)));\n", f,
			g.pick("=", "+=", "-=", "*=", "^=", "|="), x)
		fmt.Fprintf(&b, "\tprintf(\"%%lld \", (long long)(%s++ + 1)); printf(\"%%lld \", (long long)(--%s "+
			"<< 1)); printf(\"%%lld\\n\", (long long)~%s);\n", f, f, f)
	}
	for n := range 3 {
		x := g.standard(2)
		fmt.Fprintf(&b, "\t__typeof__(%s) t%d = (%s); printf(\"%%lld %%d %%d\\n\", (long long)t%d, K(t%d), "+
			"(int)sizeof t%d); __auto_type a%d = (%s); printf(\"%%d\\n\", (int)sizeof a%d);\n",
			x, n, x, n, n, n, n, x, n)
	}
	b.WriteString("\treturn 0;\n}\n")
	return b.String()
}

// TestTypes compares what generated programs see of types, and compute because
// of them, with gcc. An ordinary run takes a few seconds, -scale 200 half an hour.
func TestTypes(t *testing.T) {
	dir := t.TempDir()
	for seed := range testflag.Seeds(8) {
		g := &typeGenerator{r: rand.New(rand.NewSource(seed)), wide: seed%3 == 0, lines: 5}
		file := filepath.Join(dir, fmt.Sprintf("types%d.c", seed))
		if err := os.WriteFile(file, []byte(g.program()), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) { sameAsGCC(t, file) })
	}
}
