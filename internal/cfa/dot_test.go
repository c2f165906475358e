package cfa_test

import (
	"strings"
	"testing"

	. "whittle.dev/internal/cfa"
)

func TestWriteDOT(t *testing.T) {
	p, inc, _ := counter()
	var b strings.Builder
	if err := WriteDOT(&b, p, func(c *Proc) bool { return c == inc.Proc }); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"digraph program {", "p0l0 -> p0l1", "atomic {"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
	if strings.Contains(b.String(), "cluster_1") {
		t.Error("a procedure was drawn that was not asked for")
	}
}
