package c

import (
	"context"
	"os"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
)

// TestShow prints the lowering of the files in WHITTLE_SHOW.
func TestShow(t *testing.T) {
	files := os.Getenv("WHITTLE_SHOW")
	if files == "" {
		t.Skip("WHITTLE_SHOW is not set")
	}
	debugPanics = true
	cfg := Config{Files: strings.Fields(files)}
	if os.Getenv("WHITTLE_ILP32") != "" {
		cfg.DataModel = ILP32
	}
	p, diags, err := Load(context.Background(), cfg)
	diags.Print(os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	cfa.Fprint(os.Stdout, p)
	if err := cfa.Check(p); err != nil {
		t.Error(err)
	}
}
