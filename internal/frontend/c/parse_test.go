package c

import (
	"context"
	"testing"

	"whittle.dev/internal/source"
)

// parseText parses one file with the content text.
func parseText(t *testing.T, cfg Config, name, text string) ([]*parsed, *source.Diagnostics, error) {
	t.Helper()
	cfg.Files = []string{name}
	cfg.Read = mapReader(map[string]string{name: text})
	var files source.Files
	diags := &source.Diagnostics{Files: &files}
	u, err := parse(context.Background(), cfg, &files, diags)
	return u, diags, err
}
