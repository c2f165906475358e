package suites

import (
	"path/filepath"
	"testing"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/property"
)

// TestSystems: the index names all files, with what is expected of them.
func TestSystems(t *testing.T) {
	dir := t.TempDir()
	n, err := Generate(t.Context(), "systems", dir)
	if err != nil {
		t.Fatal(err)
	}
	items, err := tasks.Collect([]string{filepath.Join(dir, "index.tsv")}, tasks.Filter{})
	if err != nil || len(items) != n {
		t.Fatalf("%d items, %v; want %d", len(items), err, n)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.vmt"))
	if err != nil || len(files) != n {
		t.Errorf("%d files, %v; want %d", len(files), err, n)
	}
	kinds := map[property.Kind]int{}
	for _, it := range items {
		kinds[it.Expected.Kind]++
	}
	if kinds[property.True] < 40 || kinds[property.False] < 6 || kinds[property.Unknown] > 0 {
		t.Errorf("expected verdicts: %v", kinds)
	}
}
