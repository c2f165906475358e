package initializer_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/initializer"
	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/source"
)

// parserConstants has the parser evaluate constants.
type parserConstants struct{}

func (parserConstants) ConstInt(n cc.ExpressionNode) (int64, bool) {
	v, ok := n.Value().(cc.Int64Value)
	return int64(v), ok
}

func (parserConstants) StringBytes(x *cc.PrimaryExpression) (string, uint64) {
	s, _ := x.Value().(cc.StringValue)
	return string(s), 1
}

func (parserConstants) Stopped(int) bool { return false }

// distributed lists what the initialiser of x does: "offset=expression" in the order of the offsets, of which
// the last counts where there are several, and the end of what it makes of an array without a length.
func distributed(t *testing.T, text string) (items string, extent uint64, fail string) {
	t.Helper()
	cfg := parse.Config{Inputs: []parse.Input{{File: "t.c"}}, Needs: library.Needs{Entry: "main"},
		Read: func(string) ([]byte, error) { return []byte(text), nil }}
	units, err := parse.Program(context.Background(), cfg, &source.Files{}, &source.Diagnostics{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	types := repr.New(layout.LP64, units[0].AST)
	types.AddUnit(units[0].AST, nil)
	var w *initializer.Walk
	syntax.WalkUnit(units[0].AST, func(n cc.Node) bool {
		if d, ok := n.(*cc.InitDeclarator); ok && d.Declarator.Name() == "x" {
			w = initializer.New(types, parserConstants{}, d.Declarator.Type(), d.Initializer)
		}
		return w == nil
	})
	if w == nil {
		t.Fatalf("%s: no x", text)
	}
	last := map[uint64]string{}
	for _, it := range w.Items {
		at := it.Off * 8
		if it.Bit != nil {
			at = uint64(it.BitAt(0).BitOff)
		}
		if last[at] = "a string"; it.Expr != nil {
			last[at] = syntax.Source(it.Expr)
		}
	}
	var out []string
	for at, e := range last {
		out = append(out, fmt.Sprintf("%05d=%s", at, e))
	}
	slices.Sort(out)
	return strings.Join(out, " "), w.Extent, w.Fail
}
