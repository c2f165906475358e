package compiled

import (
	"context"
	"io/fs"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/passes"
)

// File is the configuration for one file in memory and the property unreach-call.
func File(name, text string) c.Config {
	return c.Config{Files: []string{name}, Property: property.UnreachCall,
		Read: func(file string) ([]byte, error) {
			if file != name {
				return nil, fs.ErrNotExist
			}
			return []byte(text), nil
		}}
}

// Lowered compiles a program. Its terms are not frozen.
func Lowered(t testing.TB, cfg c.Config) *cfa.Program {
	t.Helper()
	p, diags, err := c.Load(context.Background(), cfg)
	if err == nil && diags != nil {
		err = diags.Err()
	}
	if err == nil {
		err = cfa.Check(p)
	}
	if err != nil {
		var b strings.Builder
		if diags != nil {
			_ = diags.Print(&b)
		}
		t.Fatalf("%s: %v\n%s", strings.Join(cfg.Files, " "), err, b.String())
	}
	return p
}

// Program compiles a program, with frozen terms.
func Program(t testing.TB, cfg c.Config) *cfa.Program {
	t.Helper()
	p := Lowered(t, cfg)
	p.Terms.Freeze()
	return p
}

// Passed compiles a program and runs the passes of package passes, with frozen terms.
func Passed(t testing.TB, cfg c.Config) *cfa.Program {
	t.Helper()
	p, err := passes.All().Run(context.Background(), Lowered(t, cfg), pass.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Terms.Freeze()
	return p
}
