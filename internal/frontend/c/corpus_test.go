package c

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/source"
)

// benchRoot is the folder of the benchmarks; tests that need it are skipped
// where it is absent.
const benchRoot = "../../../../shared/benchmarks"

type benchRow struct {
	path  string
	model DataModel
}

// benchRows returns the C rows of the index, each file and data model once.
func benchRows(t testing.TB) []benchRow {
	f, err := os.Open(filepath.Join(benchRoot, "index.tsv"))
	if err != nil {
		t.Skip("no benchmarks here")
	}
	defer f.Close()
	seen := make(map[benchRow]bool)
	var rows []benchRow
	for sc := bufio.NewScanner(f); sc.Scan(); {
		col := strings.Split(sc.Text(), "\t")
		if len(col) < 5 || col[0] != "concurrency" && col[0] != "sequential" {
			continue
		}
		r := benchRow{path: filepath.Join(benchRoot, col[1])}
		if col[4] == "ILP32" {
			r.model = ILP32
		}
		if !seen[r] {
			seen[r] = true
			rows = append(rows, r)
		}
	}
	return rows
}

// TestParseBenchmarks parses every C program of the benchmarks.
func TestParseBenchmarks(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	rows := benchRows(t)
	slowest, slow := time.Duration(0), ""
	for _, r := range rows {
		var files source.Files
		diags := &source.Diagnostics{Files: &files}
		start := time.Now()
		_, err := parse(context.Background(), Config{Files: []string{r.path}, DataModel: r.model}, &files, diags)
		if d := time.Since(start); d > slowest {
			slowest, slow = d, r.path
		}
		if err != nil {
			t.Errorf("%s: %v", r.path, err)
		}
	}
	t.Logf("%d programs, the slowest %s took %s", len(rows), slow, slowest)
}
