package compdb

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"testing"
)

func files(m map[string]string) ReadFunc {
	return func(name string) ([]byte, error) {
		if text, ok := m[path.Clean(name)]; ok {
			return []byte(text), nil
		}
		for f := range m {
			if strings.HasPrefix(f, path.Clean(name)+"/") {
				return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("is a directory")}
			}
		}
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
}

func TestLoad(t *testing.T) {
	read := files(map[string]string{"build/compile_commands.json": "[]", "other.json": "[]",
		"bad/compile_commands.json": "[", "empty/x": ""})
	for _, c := range []struct{ path, file, want string }{
		{"build", "build/compile_commands.json", ""},
		{"build/", "build/compile_commands.json", ""},
		{"other.json", "other.json", ""},
		{"bad", "", "bad/compile_commands.json:1:2: error: malformed JSON"},
		{"nowhere", "", "compilation database: nowhere: file does not exist"},
		{"empty", "", "compilation database: empty/compile_commands.json: file does not exist"},
	} {
		db, err := Load(c.path, read)
		switch {
		case c.want == "" && (err != nil || db.File != c.file):
			t.Errorf("%s: %v, %v", c.path, db, err)
		case c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)):
			t.Errorf("%s: %v, want %s", c.path, err, c.want)
		}
	}
}

// FuzzDatabase reads anything, and wants errors that have a place.
func FuzzDatabase(f *testing.F) {
	f.Add([]byte(project), "-DX @x.rsp")
	f.Add([]byte(`[{"directory":"","file":"a.c","arguments":["gcc","@x.rsp","-D"]}]`), "'")
	f.Add([]byte(`[{"directory":".","file":"a.c","command":"gcc \"-DX\\\\\" -I"}]`), "@x.rsp @x.rsp")
	f.Add([]byte("[{}"), "")
	f.Fuzz(func(t *testing.T, text []byte, response string) {
		lines := strings.Count(string(text), "\n") + 1
		placed := func(err error) {
			var e *Error
			if !errors.As(err, &e) || e.Line > lines || e.Line < 0 || e.Line > 0 && e.Col < 1 {
				t.Errorf("%v has no place in the text", err)
			}
		}
		db, err := Parse("x.json", text)
		if err != nil {
			placed(err)
			return
		}
		db.read = files(map[string]string{"x.rsp": response})
		sel, err := db.Select(nil, "/p")
		if err != nil {
			placed(err)
			return
		}
		seen := map[string]bool{}
		for _, u := range sel.Units {
			if u.File == "" || seen[u.File] || u.Line < 1 || u.Line > lines || u.DataModel != "LP64" &&
				u.DataModel != "ILP32" {
				t.Errorf("bad unit %+v", u)
			}
			seen[u.File] = true
		}
	})
}
