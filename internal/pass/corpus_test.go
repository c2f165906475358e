package pass_test

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/testing/passes"
)

// benchmarks is the folder with the benchmark tasks, relative to this package.
const benchmarks = "../../../shared/benchmarks"

// TestCorpus runs the default pipeline on benchmark tasks; the sanity checker
// looks at the result of each pass. WHITTLE_CORPUS=all takes every task.
func TestCorpus(t *testing.T) {
	f, err := os.Open(filepath.Join(benchmarks, "index.tsv"))
	if err != nil {
		t.Skip("no benchmarks: ", err)
	}
	defer f.Close()
	ctx := context.Background()
	lines := bufio.NewScanner(f)
	lines.Scan()
	header := strings.Split(lines.Text(), "\t")
	column := func(row []string, name string) string {
		for i, h := range header {
			if h == name && i < len(row) {
				return row[i]
			}
		}
		return ""
	}
	all := os.Getenv("WHITTLE_CORPUS") == "all"
	seen := make(map[string]bool)
	n := 0
	for lines.Scan() {
		row := strings.Split(lines.Text(), "\t")
		path := column(row, "path")
		if !strings.HasSuffix(path, ".c") && !strings.HasSuffix(path, ".i") || seen[path] {
			continue
		}
		seen[path] = true
		if n++; !all && n%17 != 0 {
			continue
		}
		model := c.LP64
		if strings.EqualFold(column(row, "data_model"), "ILP32") {
			model = c.ILP32
		}
		p, _, err := c.Load(ctx, c.Config{Files: []string{filepath.Join(benchmarks, path)}, DataModel: model,
			Property: "unreach-call"})
		if err != nil {
			continue // the front end's tests look at this
		}
		if err := cfa.Check(p); err != nil {
			t.Errorf("%s: as lowered: %v", path, err)
			continue
		}
		start := time.Now()
		q, err := passes.All().Run(ctx, p, pass.Options{})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if d := time.Since(start); d > 2*time.Second || all {
			t.Logf("%s: %d edges became %d in %v", path, count(p), count(q), d.Round(time.Millisecond))
		}
	}
	if n == 0 {
		t.Error("the index has no C files")
	}
}

func count(p *cfa.Program) int {
	n := 0
	for _, proc := range p.Procs {
		n += len(proc.Edges)
	}
	return n
}
