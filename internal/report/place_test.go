package report

import (
	"os"
	"path/filepath"
	"testing"

	"whittle.dev/internal/source"
)

func TestFileURI(t *testing.T) {
	root := t.TempDir()
	here := filepath.Join(root, "sub")
	if err := os.Mkdir(here, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(here)
	file := "file://" + filepath.ToSlash(root)
	for _, c := range []struct {
		root, name, want string
		relative, ok     bool
	}{
		{"", "a.c", "a.c", true, true}, {"", "./d/../a.c", "a.c", true, true},
		{root, "a.c", "sub/a.c", true, true},
		{"", "../a.c", file + "/a.c", false, true}, {root, "../a.c", "a.c", true, true},
		{"", filepath.Join(here, "a.c"), "a.c", true, true},
		{"", "a b%#?.c", "a%20b%25%23%3F.c", true, true}, {"", "c:d.c", "./c:d.c", true, true},
		{"", "ä.c", "%C3%A4.c", true, true},
		{"", "<whittle-models>/cond.c", "", false, false}, {"", "", "", false, false},
		{"", "..a.c", "..a.c", true, true},
	} {
		uri, relative, ok := fileURI(c.root, c.name)
		if uri != c.want || relative != c.relative || ok != c.ok {
			t.Errorf("fileURI(%q, %q) = %q, %v, %v", c.root, c.name, uri, relative, ok)
		}
	}
}

// TestColumns: columns count characters, not bytes.
func TestColumns(t *testing.T) {
	f := &source.Files{}
	f.SetText(f.Add("a.c"), []byte("/* ä∀ */ x = 1;\n"))
	for byteColumn, want := range map[int32]int{0: 0, 1: 1, 13: 10, 99: 99} {
		if got := runeColumn(f, source.Pos{Line: 1, Col: byteColumn}); got != want {
			t.Errorf("column %d is %d, want %d", byteColumn, got, want)
		}
	}
}
