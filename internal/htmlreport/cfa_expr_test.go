package htmlreport

import (
	"testing"

	"whittle.dev/internal/cfa"
)

// TestWordsBounded: terms share their parts, texts do not.
func TestWordsBounded(t *testing.T) {
	p := cfa.NewProgram(64, nil)
	p.OffsetBits = 32
	p.AddSelf()
	v := p.Sym(p.Self)
	for range 40 {
		v = p.Terms.BVMul(v, p.Terms.BVAdd(v, p.Terms.BVNot(v)))
	}
	w := newOpWords(p)
	if s := w.expr(v, 0); len(s) > 10000 {
		t.Errorf("%d characters", len(s))
	}
}
