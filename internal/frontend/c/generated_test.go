package c_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/testing/testflag"
)

// integerTypes are the types that the generated programs are about, with
// bit-field widths that they allow in both data models.
var integerTypes = []struct {
	name   string
	widths []int
}{
	{"char", []int{1, 7}}, {"signed char", []int{3, 8}}, {"unsigned char", []int{5, 8}},
	{"short", []int{9, 16}}, {"unsigned short", []int{2, 15}},
	{"int", []int{1, 31}}, {"unsigned", []int{17, 32}},
	{"long", []int{20, 32}}, {"unsigned long", []int{11, 30}},
	{"long long", []int{13, 31}}, {"unsigned long long", []int{5, 29}},
	{"_Bool", []int{1, 1}},
}

const prologue = `#include <stdio.h>
#include <string.h>
#define P(x) printf("%%lld ", (long long)(x))
typedef %s T;
static volatile T vals[] = { 0, 1, 2, 5, 100, (T)-1, (T)-2, (T)-100, (T)127, (T)128, (T)0x7fff, (T)0x8000, (T)0x7fffffff, (T)0x80000000u, (T)0x123456789abcdefll, (T)0x8000000000000000ull };
#define N ((int)(sizeof vals / sizeof *vals))
`

// generated lists the program texts for a type, by topic.
func generated(name string, widths []int) map[string]string {
	var others, fields strings.Builder
	for _, t := range integerTypes {
		fmt.Fprintf(&others,
			`	{ %s u = (%s)a, w = (%s)0x91; u += a; P(u); u = a; u ^= w; P(u); P(a + w); P(a < w); P(w - a); P(a * w); P((T)(w | u)); P(sizeof(a + w)); P(1 ? a : w); if (w) { P(a / w); P(a %% w); u = 7; u %%= w; P(u); } P(a && w); P(a == (T)w); P(-w > a); }
`, t.name, t.name, t.name)
	}
	for _, w := range widths {
		fmt.Fprintf(&fields,
			`	{ struct { char pad; T x : %d, y : %d; T : 0; T z : 1; char tail; } s = { 1, a, b, 1, 2 };
	P(s.x); P(s.y); s.x = b; P(s.x); P(s.y); s.y++; P(s.y); s.x -= 3; P(s.x); P(s.x = s.y); P(s.z); s.z = a; P(s.z); P(s.pad + s.tail); P(s.x < b); P(-s.x); P(s.y << 1); P(sizeof s); }
`, w, max(1, w/2))
	}
	p := fmt.Sprintf(prologue, name)
	loop2 := "int main(void)\n{\n\tint i, j;\n\tfor (i = 0; i < N; i++) for (j = 0; j < N; j++) {\n\tT a = " +
		"vals[i], b = vals[j];\n%s\tprintf(\"\\n\"); }\n\treturn 0;\n}\n"
	return map[string]string{
		"mixed": p + "int main(void)\n{\n\tint i;\n\tfor (i = 0; i < N; i++) {\n\tT a = vals[i];\n" +
			others.String() + "\tprintf(\"\\n\"); }\n\treturn 0;\n}\n",
		"arith": p + fmt.Sprintf(loop2,
			`	P(a + b); P(a - b); P(a * b); P(a & b); P(a | b); P(a ^ b); P(~a); P(-a); P(+a); P(!a);
	if (b != 0 && b != (T)-1) { P(a / b); P(a % b); }
	P((T)(a + b)); P((T)(a * b)); P((T)~a); P(a < b); P(a <= b); P(a > b); P(a >= b); P(a == b); P(a != b); P(a && b); P(a || b); P(a ? b : 3); P(a ?: b);
`),
		"shift": p + fmt.Sprintf(loop2, `	int k = j % (8 * (int)sizeof(+a));
	P(a << k); P(a >> k); P((T)(a << k)); b = a; b <<= k % 8; P(b); b = a; b >>= k; P(b); P(1 << (a & 7)); P((a >> k) & 1); P((unsigned)a >> (k & 31));
`),
		"update": p + fmt.Sprintf(loop2, `	static T g; T *q = &g; T r = a; T arr[3] = { a, b, 1 };
	g = b; g += a; P(g); *q -= 3; P(g); P(g++); P(++g); P((*q)--); P(--*q); P(r++); P(r); P(--r); r *= b; P(r); r |= 9; P(r); r &= b; P(r);
	arr[1] += arr[0]++; P(arr[0]); P(arr[1]); arr[2] ^= arr[1]; P(arr[2]); if (b != 0 && b != (T)-1) { r = a; r /= b; P(r); r = a; r %= b; P(r); } P(r = a); P((r = b) + 1); P((r += 2, r));
`),
		"bitfield": p + fmt.Sprintf(loop2, fields.String()),
		"union": p + fmt.Sprintf(loop2,
			`	union { T t; unsigned char c[sizeof(T)]; struct { signed char lo; } s; } u; unsigned k; T copy; unsigned char raw[sizeof(T)];
	u.t = a; for (k = 0; k < sizeof(T); k++) P(u.c[k]); P(u.s.lo); memcpy(raw, &b, sizeof b); raw[0] &= 1; memcpy(&copy, raw, sizeof copy); P(raw[0]); P(sizeof u);
	if (sizeof(T) > 1) { u.c[1] ^= 0x55; P(u.t); u.s.lo++; P(u.t); }
`),
		"struct": p + "struct s { char c; T t; short h; T a[2]; };\nstatic struct s mk(T x, T y) { struct " +
			"s r = { 'c', x, 3, { y, x } }; return r; }\nstatic T sum(struct s s) { s.t += s.a[0]; return " +
			"s.t; }\n" +
			fmt.Sprintf(loop2,
				`	struct s s = mk(a, b), z = { .a[1] = b }, *q = &s; struct s m[2] = { s, { 1 } };
	P(s.t); P(s.a[0]); P(q->a[1]); P(sum(s)); P(s.t); P(z.c); P(z.a[0]); P(z.a[1]); m[1] = z; m[1].t = q->t; P(m[1].t); P(m[1].a[1]); P(m[0].c); P(sizeof s); P((char *)&s.t - (char *)&s); *q = m[1]; P(s.h);
`),
		"call": p + "static T id(T x) { return x; }\nstatic T wide(long long x) { return x; }\nstatic long " +
			"long ret(T x) { return x; }\nstatic T rec(T x, int n) { return n ? rec(x + 1, n - 1) : x; " +
			"}\nstatic T (*fp)(T) = id;\nstatic void out(T *p, T v) { *p = v; }\n" +
			fmt.Sprintf(loop2,
				`	T o; P(id(a)); P(wide(1000 * (long long)b)); P(ret(a) + ret(b)); P(rec(a, 5)); P(fp(b)); out(&o, a ^ b); P(o); P(id(a + b)); P(ret(a - b)); P(id(300) + id(-300));
`),
		"switch": p + fmt.Sprintf(loop2,
			`	switch (a) { case 0: P(10); break; case 1: P(11); case 2: P(12); break; case 3 ... 60: P(13); break; case 100: { P(14); break; } default: P(15); }
	switch (a + b) { case 1: P(1); break; case -1: P(2); break; case 255: P(3); } switch ((T)(a & b)) { default: P(4); case 1: P(5); break; case 5: P(6); }
	if (a) { if (b) P(7); else P(8); } else if (!b) P(9); while (a) { a >>= 1; if (a & 1) continue; if (j > 9) break; a &= 0x3f; P(a); }
`),
		"pointer": p + "static T grid[3][4];\n" + fmt.Sprintf(loop2,
			`	T *q = &grid[1][1], *e = grid[2] + 3; T (*row)[4] = grid; int n = 0; grid[1][1] = a; grid[2][3] = b; grid[1][2] = a ^ b;
	P(*q); P(q[1]); P(e - q); P(*e); P((*(row + 1))[2]); P(q < e); P(&grid[2][3] == e); for (q = *grid; q < (T *)(grid + 3); q++) n += *q == a; P(n); q = &grid[0][0]; P(*(q + 5)); P(((unsigned char *)q)[5 * sizeof(T)]); P(*--e); P(e[-1]);
`),
	}
}

// TestGenerated compares generated programs over integer types with gcc's: a sample of them.
func TestGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	dir := t.TempDir()
	var files []string
	for _, ty := range integerTypes {
		for _, topic := range []string{"mixed", "arith", "shift", "update", "bitfield", "union", "struct",
			"call", "switch", "pointer"} {
			name := strings.ReplaceAll(ty.name, " ", "_") + "_" + topic
			file := filepath.Join(dir, name+".c")
			if err := os.WriteFile(file, []byte(generated(ty.name, ty.widths)[topic]), 0o644); err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
	}
	for _, file := range testflag.Some(files, len(files)/12) {
		if name := strings.TrimSuffix(filepath.Base(file), ".c"); testflag.Only(name) {
			t.Run(name, func(t *testing.T) { sameAsGCC(t, file) })
		}
	}
	t.Logf("%d programs", len(files))
}
