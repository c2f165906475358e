package main

import (
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev"
)

func TestVerify(t *testing.T) {
	for _, c := range []struct {
		file, prop string
		format     whittle.Format
		want       []string
	}{
		{"lost_update.c", "", "", []string{"unreach-call: false (found: ", "writes counter: ", "assertion"}},
		{"peterson.c", "", "", []string{"unreach-call: true (bounds: "}},
		{"lost_update.c", "no-data-race", whittle.Text, []string{"false(no-data-race)"}},
		{"lost_update.c", "", whittle.SARIF, []string{`"version": "2.1.0"`}},
		{"lost_update.c", "", whittle.WitnessYAML, []string{"violation_sequence"}},
	} {
		var b strings.Builder
		files := []string{filepath.Join("..", "..", c.file)}
		if err := verify(t.Context(), &b, c.prop, c.format, files); err != nil {
			t.Errorf("%s: %v", c.file, err)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s, %s: no %q in\n%s", c.file, c.format, want, b.String())
			}
		}
	}
	if err := verify(t.Context(), &strings.Builder{}, "nothing", "",
		[]string{filepath.Join("..", "..", "peterson.c")}); err == nil {
		t.Error("a property that does not exist is checked")
	}
}
