package suites

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	families "whittle.dev/internal/bench/gen/slab"
	"whittle.dev/internal/bench/papers/slab"
	"whittle.dev/internal/outfile"
)

// systems writes the benchmarks of slicing abstractions as VMT-LIB files, with an index.
func systems(ctx context.Context, dir string) (int, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, err
	}
	rows := append(families.Elevators(), families.Table2()...)
	rows = append(append(rows, families.Larger()...), families.Broken()...)
	items, err := slab.Items(ctx, rows, dir)
	if err != nil {
		return 0, err
	}
	return len(items), outfile.Write(filepath.Join(dir, "index.tsv"), func(w io.Writer) error {
		if _, err := fmt.Fprintln(w, "set\tpath\tproperty\texpected"); err != nil {
			return err
		}
		for _, it := range items {
			if _, err := fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", it.Set, filepath.Base(it.Path), it.Property,
				it.Expected.Kind); err != nil {
				return err
			}
		}
		return nil
	})
}
