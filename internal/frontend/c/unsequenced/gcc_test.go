package unsequenced_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c/unsequenced"
	"whittle.dev/internal/testing/testflag"
)

// randomOperands is over the variables i, j and k, without arrays and pointers: gcc looks at names alone.
// Left out are commas, && and ||, after which gcc looks at one operand, assignments inside, about which it
// says nothing, and operators that it simplifies before.
func randomOperands(r *rand.Rand, depth int) string {
	v := string("ijk"[r.IntN(3)])
	if depth == 0 || r.IntN(4) == 0 {
		return []string{v, v, v + "++", "--" + v, "(" + v + "--)"}[r.IntN(5)]
	}
	return fmt.Sprintf("(%s %c %s)", randomOperands(r, depth-1), "+*"[r.IntN(2)], randomOperands(r, depth-1))
}

func randomExpression(r *rand.Rand) string {
	v := string("ijk"[r.IntN(3)])
	switch r.IntN(5) {
	case 0:
		return fmt.Sprintf("%s = %s + 1", v, randomOperands(r, 2))
	case 1:
		return fmt.Sprintf("%s += %s", v, randomOperands(r, 2))
	case 2:
		return fmt.Sprintf("f(%s, %s)", randomOperands(r, 1), randomOperands(r, 1))
	case 3:
		return fmt.Sprintf("a[%s] = %s", randomOperands(r, 1), randomOperands(r, 1))
	}
	return randomOperands(r, 3)
}

// TestAgainstGCC compares what is found with gcc's warnings.
func TestAgainstGCC(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc here")
	}
	for seed := range testflag.Seeds(2) {
		r := rand.New(rand.NewPCG(uint64(seed), 0))
		var b strings.Builder
		var lines []string
		for n := range 300 {
			lines = append(lines, randomExpression(r))
			fmt.Fprintf(&b, "void f%d(int i, int j, int k) { int a[9]; (void)(%s); }\n", n, lines[n])
		}
		text := "int f(int, int);\n" + b.String()
		file := filepath.Join(t.TempDir(), "p.c")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("gcc", "-fsyntax-only", "-Wsequence-point", file).CombinedOutput()
		if err != nil {
			t.Fatalf("gcc: %v\n%s", err, out)
		}
		warned := map[int]bool{}
		for _, m := range regexp.MustCompile(`p\.c:(\d+):\d+: warning`).FindAllSubmatch(out, -1) {
			line, _ := strconv.Atoi(string(m[1]))
			warned[line-2] = true
		}
		for n, def := range functions(t, text) {
			if found := len(unsequenced.Find(def)) > 0; found != warned[n] {
				t.Errorf("seed %d: %s: found %v, gcc %v", seed, lines[n], found, warned[n])
			}
		}
	}
}
