package c_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

var (
	csmithCount = flag.Int("csmith", 6, "number of csmith programs to compare with gcc")
	csmithFirst = flag.Int("csmith-first", 1, "first seed")
)

// TestCsmith compares programs that csmith generates with what gcc makes of them.
func TestCsmith(t *testing.T) {
	if _, err := exec.LookPath("csmith"); err != nil {
		t.Skip("no csmith here")
	}
	dir := t.TempDir()
	ended := 0
	for seed := *csmithFirst; seed < *csmithFirst+*csmithCount; seed++ {
		file := filepath.Join(dir, fmt.Sprintf("csmith%d.c", seed))
		cmd := exec.Command("csmith", "--no-float", "--seed", fmt.Sprint(seed),
			"--max-funcs", "6", "--max-block-depth", "4", "--max-array-len-per-dim", "6", "--quiet")
		cmd.Dir = dir // it leaves a file behind
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, out, 0o644); err != nil {
			t.Fatal(err)
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			sameAsGCC(t, file, "testdata/csmith")
			ended++
		})
	}
	t.Logf("%d of %d programs were compared in both data models", ended, *csmithCount)
}
