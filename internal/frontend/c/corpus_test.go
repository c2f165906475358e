package c

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// benchRoot is the folder of the benchmarks; tests that need it are skipped where it is absent.
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
