package ceds_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
)

// TestCertifyExamples certifies all examples that hold.
func TestCertifyExamples(t *testing.T) {
	names, err := filepath.Glob("../../../examples/*.c")
	if err != nil {
		t.Fatal(err)
	}
	certified := 0
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			if _, err := os.Stat(name); err != nil {
				t.Fatal(err)
			}
			ctx := context.Background()
			p, diags, err := c.Load(ctx, c.Config{Files: []string{name}, Property: string(property.UnreachCall)})
			if err != nil || diags.HasErrors() {
				t.Skip("no program for the default data model")
			}
			p.Terms.Freeze()
			eng, err := ceds.New(ceds.Config{Certify: &ceds.Certify{}, MaxStates: 3000})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
			defer cancel()
			start := time.Now()
			res, err := eng.Check(ctx, engine.Task{Program: p, Property: property.UnreachCall})
			total := time.Since(start)
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict.Kind != property.True {
				t.Skip(res.Verdict, res.Why)
			}
			cert := res.Certificate
			t.Logf("%v; %v; search %v, check %v, %d questions, %d unions", res.Why, cert, (total - cert.Time).Round(time.Microsecond*100), cert.Time.Round(time.Microsecond*100), cert.Questions, cert.Unions)
			if cert.Checked {
				certified++
			} else if cert.Reason != "timeout" {
				t.Error(cert)
			}
		})
	}
	if certified < 40 {
		t.Errorf("%d examples are certified", certified)
	}
}
