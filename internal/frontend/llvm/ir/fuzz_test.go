package ir_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/internal/source"
)

// FuzzRead: a text is read, or its mistake has a place; nothing panics.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.ll")
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ir.ReadString("a.ll", text)
		if err == nil {
			for _, fn := range m.Functions {
				var body *ir.Body
				if body, err = fn.Body(); err != nil {
					break
				}
				sizes(m, fn, body)
			}
			for i := range 50 {
				m.NodeAt(i)
			}
		}
		var place *source.FileError
		if err != nil && !errors.As(err, &place) {
			t.Errorf("%q: %v has no place", text, err)
		}
	})
}

// sizes asks for the layout of all types in a function.
func sizes(m *ir.Module, fn *ir.Function, body *ir.Body) {
	m.Layout.Size(fn.Type.Elem)
	if body == nil {
		return
	}
	for _, s := range body.Slots {
		_, ok := m.Layout.Size(s.Type)
		if ok && s.Type.Kind == ir.Struct && len(s.Type.Fields) > 0 {
			m.Layout.Offset(s.Type, len(s.Type.Fields)-1)
		}
	}
}
