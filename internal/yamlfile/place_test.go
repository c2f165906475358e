package yamlfile

import (
	"testing"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

func TestPlaces(t *testing.T) {
	const text = "- a: 1\n  b:\n    - x\n    - {c: 2}\n"
	tree, err := parser.ParseBytes([]byte(text), 0)
	if err != nil {
		t.Fatal(err)
	}
	top := tree.Docs[0].Body.(*ast.SequenceNode)
	m := top.Values[0].(*ast.MappingNode)
	list := m.Values[1].Value.(*ast.SequenceNode)
	for _, tt := range []struct {
		n    ast.Node
		want string
	}{
		{m, "f.yml:1:3: error: bad 7"},
		{m.Values[1], "f.yml:2:3: error: bad 7"},
		{m.Values[0].Value, "f.yml:1:6: error: bad 7"},
		{list.Values[0], "f.yml:3:7: error: bad 7"},
		{list.Values[1], "f.yml:4:8: error: bad 7"},
		{nil, "f.yml: error: bad 7"},
	} {
		if got := At("f.yml", tt.n, "bad %d", 7).Error(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

func TestSyntax(t *testing.T) {
	_, err := parser.ParseBytes([]byte("a: 1\nb: [\n"), 0)
	if err == nil {
		t.Fatal("no error")
	}
	e := Syntax("f.yml", err)
	if e.Line == 0 || e.Col == 0 || len(e.Msg) <= len("not a YAML file: ") {
		t.Errorf("%+v", e)
	}
}

func TestDocument(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"a: 1\n", ""},
		{"---\na: 1\n", ""},
		{"", "f.yml: error: the list is empty"},
		{"# nothing\n", "f.yml: error: the list is empty"},
		{"a: 1\n---\nb: 2\n", "f.yml:3:1: error: more than one document"},
	} {
		_, err := Document("f.yml", []byte(tt.text), "the list")
		if got := errText(err); got != tt.want {
			t.Errorf("%q: error %q, want %q", tt.text, got, tt.want)
		}
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
