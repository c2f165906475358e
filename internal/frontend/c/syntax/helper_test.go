package syntax_test

import (
	"context"
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/source"
)

// parseExpressions parses declarations and expressions, one for each statement of main.
func parseExpressions(t *testing.T, head string, texts ...string) []cc.ExpressionNode {
	t.Helper()
	text := head + "\nint main(void) {\n" + strings.Join(texts, ";\n") + ";\nreturn 0; }\n"
	cfg := parse.Config{Inputs: []parse.Input{{File: "t.c"}}, Needs: library.Needs{Entry: "main"},
		Read: func(string) ([]byte, error) { return []byte(text), nil }}
	units, err := parse.Program(context.Background(), cfg, &source.Files{}, &source.Diagnostics{})
	if err != nil {
		t.Fatal(err)
	}
	var out []cc.ExpressionNode
	syntax.WalkUnit(units[0].AST, func(n cc.Node) bool {
		if s, ok := n.(*cc.ExpressionStatement); ok {
			out = append(out, s.ExpressionList)
			return false
		}
		return true
	})
	if len(out) != len(texts) {
		t.Fatalf("%d expressions, want %d", len(out), len(texts))
	}
	return out
}
