package parse

import (
	"context"
	"strings"
	"testing"

	"whittle.dev/internal/source"
)

// TestPackedConstants checks that no constant is wrong in silence.
func TestPackedConstants(t *testing.T) {
	const head = "struct __attribute__((packed)) p { char c; int i; };\n"
	_, diags, err := parseText(t, Config{Needs: inMain}, "t.c", head+
		"_Static_assert(sizeof(struct p) == 5, \"\");\nint x;\n")
	if err != nil || len(diags.All()) != 0 {
		t.Errorf("%v, %d messages", err, len(diags.All()))
	}
	if _, diags, _ = parseText(t, Config{Needs: inMain}, "t.c", head+
		"_Static_assert(__builtin_offsetof(struct p, i) == 4, \"\");\nint x;\n"); !diags.HasErrors() {
		t.Error("an assertion about a packed struct that fails goes unnoticed")
	}
	cfg := Config{Needs: inMain, Inputs: []Input{{File: "t.c"}},
		Read: mapReader(map[string]string{"t.c": head + "int a[sizeof(struct p)];\nint main(void) { return " +
			"sizeof a; }\n"})}
	files := &source.Files{}
	diags = &source.Diagnostics{Files: files}
	units, err := Program(context.Background(), cfg, files, diags)
	if err == nil {
		err = CheckConstants(cfg.Model, units, diags)
	}
	if err == nil || !strings.Contains(err.Error(), "t.c:2:7: error: a constant") {
		t.Errorf("error %v", err)
	}
}
