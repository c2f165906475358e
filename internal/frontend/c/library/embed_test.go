package library

import (
	"io/fs"
	"testing"
)

// TestModelsAreSmall keeps the time to parse the models, which every run pays.
func TestModelsAreSmall(t *testing.T) {
	total := int64(0)
	err := fs.WalkDir(embedded, "models", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			info, e := d.Info()
			if e != nil {
				return e
			}
			total += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if total > 188<<10 {
		t.Errorf("the models have %d bytes", total)
	}
}
