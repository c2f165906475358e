package main

import (
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev"
	"whittle.dev/internal/testing/examples"
)

func TestVerify(t *testing.T) {
	for _, c := range []struct {
		file       string
		properties []string
		format     whittle.Format
		want       []string
	}{
		{"lost_update.c", nil, "", []string{"unreach-call: false (found: ", "counter := 1\n", "assertion"}},
		{"peterson.c", nil, "", []string{"unreach-call: true (bounds: "}},
		{"lost_update.c", []string{"no-data-race"}, whittle.Text, []string{"false(no-data-race)"}},
		{"peterson.c", []string{"no-overflow", "no-deadlock"}, "",
			[]string{"\nno-deadlock, no-overflow: true"}},
		{"lost_update.c", nil, whittle.SARIF, []string{`"version": "2.1.0"`}},
		{"lost_update.c", nil, whittle.WitnessYAML, []string{"violation_sequence"}},
	} {
		var b strings.Builder
		files := []string{examples.File(t, filepath.Join("..", ".."), c.file)}
		if err := verify(t.Context(), &b, c.properties, c.format, files); err != nil {
			t.Errorf("%s: %v", c.file, err)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s, %s: no %q in\n%s", c.file, c.format, want, b.String())
			}
		}
	}
	if err := verify(t.Context(), &strings.Builder{}, []string{"nothing"}, "",
		[]string{filepath.Join("..", "..", "locks", "peterson.c")}); err == nil {
		t.Error("a property that does not exist is checked")
	}
}
