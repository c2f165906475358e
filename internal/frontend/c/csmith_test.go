package c_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

var (
	csmithCount = flag.Int("csmith", 6, "number of csmith programs to compare with gcc")
	csmithFirst = flag.Int("csmith-first", 1, "first seed")
)

// csmithLimit bounds the time that csmith has for a program; for some seeds it does not end.
const csmithLimit = 10 * time.Second

// csmithKinds are options for csmith, which take turns: bit-fields, packed structs and unions are always among what it
// generates; pointers to locals that have died, large structs and other mixtures of statements are asked for.
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
	ended := 0
	for seed := *csmithFirst; seed < *csmithFirst+*csmithCount; seed++ {
		file := filepath.Join(dir, fmt.Sprintf("csmith%d.c", seed))
		args := []string{"--no-float", "--seed", fmt.Sprint(seed),
			"--max-funcs", "6", "--max-block-depth", "4", "--max-array-len-per-dim", "6", "--quiet"}
		ctx, stop := context.WithTimeout(t.Context(), csmithLimit)
		cmd := exec.CommandContext(ctx, "csmith", append(args, csmithKinds[seed%len(csmithKinds)]...)...)
		cmd.Dir = dir // it leaves a file behind
		out, err := cmd.Output()
		late := ctx.Err() != nil
		stop()
		if late {
			t.Logf("csmith does not end with seed %d", seed)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, out, 0o644); err != nil {
			t.Fatal(err)
		}
		in := models
		if *csmithCount > 100 {
			in = models[seed/len(csmithKinds)%len(models):][:1] // many programs find more than two looks at each
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			sameAsGCCIn(t, file, in, "testdata/csmith")
			ended++
		})
	}
	t.Logf("%d of %d programs were compared", ended, *csmithCount)
}
