package c_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/testing/testflag"
)

// getoptHead is the beginning of a program that shows what the functions of getopt.h make of arguments.
const getoptHead = `
#include <getopt.h>
#include <stdio.h>
#ifndef __VERIFIER_assume
extern void __VERIFIER_assume(int);
#endif
static int flag, n;
static struct option all[] = {
    {"verbose", no_argument, &flag, 7}, {"version", no_argument, 0, 'V'}, {"name", required_argument, 0, 'n'},
    {"nameless", required_argument, 0, 'n'}, {"colour", optional_argument, 0, 300},
    {"color", optional_argument, 0, 300}, {"x", no_argument, 0, 'x'}, {0}};
static char *v[16];

static void show(const char *options, int kind)
{
    int c, calls = 0;
    for (n = 0; v[n]; n++)
        ;
    optind = 0;
    while (calls++ < 12) {
        int index = -1;
        c = kind == 0 ? getopt(n, v, options) : kind == 1 ? getopt_long(n, v, options, all, &index)
            : getopt_long_only(n, v, options, all, &index);
        printf("%d %d %s %d %d %d\n", c, optind, optarg ? optarg : "(none)", optopt, flag, index);
        flag = 0;
        if (c == -1)
            break;
    }
    for (c = 0; c < n; c++)
        printf("%s ", v[c]);
    puts("");
}

static int up_to_operand(void)
{
    v[0] = "p", v[1] = "x", v[2] = "-a", v[3] = 0;
    return getopt(3, v, "a") == -1;
}

int main(void)
{
    __VERIFIER_assume(up_to_operand() == POSIX);
`

// getoptProgram shows what becomes of random arguments.
func getoptProgram(r *rand.Rand, vectors int) string {
	words := strings.Fields("-a -b -ab -n -nval -o -oval -an - -- x y '' --verbose --verb --ver --v " +
		"--name --name=k --na= --nameless --col --colour=1 --color --x=1 -x -verbose -name -W " +
		"-Wname=3 -W verbose -z -: -a- -; --zzz -col=2")
	options := []string{"abn:o::x", "+abn:o::", "-abn:o:", ":abn:o::", "+:an:W;", "abn:W;", "-:an:x", ""}
	var b strings.Builder
	b.WriteString(getoptHead)
	for vector := range vectors {
		b.WriteString("    v[0] = \"p\";\n")
		n := r.IntN(7)
		for i := 1; i <= n; i++ {
			word := strings.Trim(words[r.IntN(len(words))], "'")
			fmt.Fprintf(&b, "    static char s%d_%d[] = %q; v[%d] = s%d_%d;\n", vector, i, word, i, vector, i)
		}
		fmt.Fprintf(&b, "    v[%d] = 0; opterr = %d; show(%q, %d);\n", n+1, r.IntN(2),
			options[r.IntN(len(options))], r.IntN(3))
	}
	b.WriteString("    return 0;\n}\n")
	return b.String()
}

// TestGetopt compares the models of getopt.h with glibc.
func TestGetopt(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc here")
	}
	for seed := range testflag.Seeds(2) {
		r, round := rand.New(rand.NewPCG(uint64(seed), 1)), seed
		text := getoptProgram(r, 150)
		dir := t.TempDir()
		file, exe := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		posix := fmt.Sprintf("POSIX=%d", round%2)
		if out, err := exec.Command("gcc", "-w", "-D__VERIFIER_assume(c)=(void)(c)", "-D", posix, "-o", exe,
			file).CombinedOutput(); err != nil {
			t.Fatalf("gcc: %v\n%s", err, out)
		}
		cmd := exec.Command(exe)
		if round%2 == 1 {
			cmd.Env = []string{"POSIXLY_CORRECT=1"}
		}
		var want, wantErrors, got, gotErrors bytes.Buffer
		cmd.Stdout, cmd.Stderr = &want, &wantErrors
		if err := cmd.Run(); err != nil {
			t.Fatal(err)
		}
		p := loadText(t, c.Config{Defines: []string{posix}}, text)
		o, _, err := interp.Run(t.Context(), p,
			interp.RunOptions{Seed: 1, Output: &got, ErrOutput: &gotErrors})
		if err != nil || o.Kind != interp.Exited || o.Status != 0 {
			t.Fatalf("%v, %s", err, o.String())
		}
		if a, b := got.String(), want.String(); a != b {
			t.Errorf("round %d: %s", round, firstDifference(a, b))
		}
		if a, b := gotErrors.String(), wantErrors.String(); a != b {
			t.Errorf("round %d, messages: %s", round, firstDifference(a, b))
		}
	}
}
