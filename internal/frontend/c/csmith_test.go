package c_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/testing/testflag"
)

// csmithKinds are options for csmith, which take turns: bit-fields, packed structs and unions are always
// among what it generates; pointers to locals that have died, large structs and other mixtures of statements
// are asked for.
var csmithKinds = [][]string{
	nil,
	{"--return-dead-pointer", "--max-pointer-depth", "4"},
	{"--fixed-struct-fields", "--max-struct-fields", "16", "--max-union-fields", "8"},
	{"--random-random", "--max-block-size", "3", "--inline-function"},
}

// TestCsmith compares programs that csmith generates with what gcc makes of them.
func TestCsmith(t *testing.T) {
	if _, err := exec.LookPath("csmith"); err != nil {
		t.Skip("no csmith here")
	}
	dir := t.TempDir()
	compared := 0
	for seed := range testflag.Seeds(2) {
		file := filepath.Join(dir, fmt.Sprintf("csmith%d.c", seed))
		args := []string{"--no-float", "--seed", fmt.Sprint(seed),
			"--max-funcs", "6", "--max-block-depth", "4", "--max-array-len-per-dim", "6", "--quiet"}
		cmd := forSeconds(t.Context(), 1, "csmith",
			append(args, csmithKinds[int(seed)%len(csmithKinds)]...)...)
		cmd.Dir = dir // it leaves a file behind
		out, err := cmd.Output()
		var ended *exec.ExitError
		switch {
		case errors.As(err, &ended) && ended.ExitCode() < 0:
			t.Logf("csmith does not end with seed %d", seed) // as for some seeds
			continue
		case err != nil:
			t.Fatal(err)
		}
		if err := os.WriteFile(file, withSafeMath(out), 0o644); err != nil {
			t.Fatal(err)
		}
		in := models
		if testflag.Scale() > 20 {
			// many programs find more than two looks at each
			in = models[int(seed)/len(csmithKinds)%len(models):][:1]
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			sameAsGCCIn(t, file, in, "testdata/csmith")
			compared++
		})
	}
	t.Logf("%d of %d programs were compared", compared, testflag.Times(2))
}

// safeMath matches the name of a function of guarded arithmetic: safe_add_func_int8_t_s_s.
var safeMath = regexp.MustCompile(`\bsafe_(\w+)_func_(u?int\d+_t)_([su_]+)\(`)

// withSafeMath defines the functions of guarded arithmetic that a program of csmith uses.
func withSafeMath(program []byte) []byte {
	const header = "#include \"csmith.h\"\n"
	var defined []string
	for _, m := range safeMath.FindAllSubmatch(program, -1) {
		defined = append(defined, fmt.Sprintf("SAFE_%s_%s(%s)\n", m[1], m[3], m[2]))
	}
	slices.Sort(defined)
	return bytes.Replace(program, []byte(header), []byte(header+strings.Join(slices.Compact(defined), "")), 1)
}
