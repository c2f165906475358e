package compdb

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
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

func TestParse(t *testing.T) {
	db, err := Parse("b/x.json", []byte("\xef\xbb\xbf[\n {\"file\": \"\\u0061.c\", \"extra\": {\"x\": [1, "+
		"{}]}, \"directory\": \"/d\", \"output\": \"a.o\", \"command\": \"gcc -c a.c\"},\n"+
		"  {\"directory\": \"\", \"file\": \"b.c\", \"arguments\": [\"cc\", \"b c.c\"], \"command\": "+
		"\"wrong \\\"\"}\n]\n"))
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%+v", db.Entries)
	want := "[{Directory:/d File:a.c Output:a.o Arguments:[gcc -c a.c] Line:2 Col:2} {Directory: File:b.c " +
		"Output: Arguments:[cc b c.c] Line:3 Col:3}]"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if db, err := Parse("x", []byte("[]")); err != nil || len(db.Entries) != 0 {
		t.Errorf("an empty list: %v, %v", db, err)
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "x:1:1: error: malformed JSON: unexpected end of JSON input"},
		{"[\n {\n", "x:3:1: error: malformed JSON: unexpected end"},
		{"[\n {],\n", "x:2:3: error: malformed JSON: invalid character ']'"},
		{"[] x", "x:1:4: error: malformed JSON: invalid character 'x' after top-level value"},
		{"{}", "x:1:1: error: a compilation database is a list of commands, not an object"},
		{"null", "x:1:1: error: a compilation database is a list of commands, not null"},
		{"[\n  3]", "x:2:3: error: a command is an object, not a number"},
		{`[{"file":"a","command":"c"}]`, `x:1:2: error: the command has no "directory"`},
		{`[{"directory":"/","command":"c"}]`, `x:1:2: error: the command has no "file"`},
		{`[{"directory":"/","file":"","command":"c"}]`, `x:1:2: error: "file" is empty`},
		{`[{"directory":"/","file":"a"}]`, `x:1:2: error: the command has neither "arguments" nor "command"`},
		{`[{"directory":"/","file":"a","command":""}]`, "x:1:2: error: the command of a is empty"},
		{`[{"directory":"/","file":"a","arguments":[]}]`, "x:1:2: error: the command of a is empty"},
		{`[{"directory":"/","file":"a","arguments":"gcc"}]`,
			`x:1:42: error: "arguments" is a list of strings, not a string`},
		{`[{"directory":"/","file":"a","arguments":["gcc", true]}]`,
			`x:1:50: error: "arguments" is a list of strings, not of a truth value`},
		{`[{"directory":"/","file":"a","file":"b"}]`, `x:1:30: error: "file" is given twice`},
		{`[{"directory":[],"file":"a"}]`, `x:1:15: error: "directory" is a string, not a list`},
		{`[{"directory":"/","file":"a` + "\\u0000" + `","command":"c"}]`,
			`x:1:26: error: "file" contains a zero byte`},
		{`[{"directory":"/","file":"a","command":"c '"}]`,
			"x:1:40: error: command of a: the quote ' is not closed (column 3)"},
	} {
		_, err := Parse("x", []byte(c.text))
		var e *Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s:\ngot  %v\nwant %s", c.text, err, c.want)
		}
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

// project is a database with a bit of everything.
const project = `[
{"directory": "/p/build", "file": "../src/a.c", "command": "gcc -I../inc -include cfg.h -include far.h -c ../src/a.c"},
{"directory": "/p", "file": "src/b.c", "command": "gcc @b.rsp -c src/b.c"},
{"directory": "/p", "file": "/p/src/c.cpp", "command": "g++ -c src/c.cpp"},
{"directory": "/p", "file": "/p/src/a.c", "command": "gcc -Iinc -include build/cfg.h -include far.h -o x.o"},
{"directory": "/p", "file": "src/b.c", "command": "gcc -m32 -fopenmp -c src/b.c"},
{"directory": "/q", "file": "d.c", "command": "gcc -fopenmp -fshort-enums -m32 d.c"}
]`

func loadProject(t *testing.T) *Database {
	t.Helper()
	db, err := Load("build", files(map[string]string{
		"build/compile_commands.json": project, "build/cfg.h": "", "b.rsp": "-DB '-DC=\"x\"' @more.rsp",
		"more.rsp": "-funsigned-char -fopenmp",
	}))
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func TestSelectAll(t *testing.T) {
	sel, err := loadProject(t).Select(nil, "/p")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, u := range sel.Units {
		got = append(got, fmt.Sprintf("%s %v %q %v %s %d", u.File, u.Include, u.Defines, u.ForceIncludes,
			u.DataModel, u.Line))
	}
	want := []string{
		`src/a.c [inc] [] [build/cfg.h far.h] LP64 2`,
		`src/b.c [] ["B" "C=\"x\""] [] LP64 3`,
		`/q/d.c [] [] [] ILP32 7`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	got = nil
	for _, n := range sel.Notes {
		got = append(got, fmt.Sprintf("%v %d:%d %s", n.Warning, n.Line, n.Col, n.Msg))
	}
	want = []string{
		"false 5:1 src/a.c is compiled a second time in the same way",
		"true 6:1 src/b.c is compiled a second time with other flags; those at line 3 are taken",
		"false 4:1 src/c.cpp is left out: it is not compiled as C, but as c++",
		"true 3:1 -funsigned-char, in the command of src/b.c, is not supported and has no effect",
		"true 3:1 -fopenmp, in the command of src/b.c, and of 1 other file, is not supported and has no " +
			"effect",
		"true 7:1 -fshort-enums, in the command of /q/d.c, is not supported and has no effect",
	}
	if !slices.Equal(got, want) {
		t.Errorf("notes:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if _, err := sel.DataModel(); err == nil ||
		!strings.Contains(err.Error(), "build/compile_commands.json:7:1: error: /q/d.c is compiled for "+
			"ILP32, src/a.c for LP64") {
		t.Errorf("data model: %v", err)
	}
}

func TestSelectNamed(t *testing.T) {
	db := loadProject(t)
	sel, err := db.Select([]string{"/q/d.c", "src/../src/b.c"}, "/p")
	if err != nil || len(sel.Units) != 2 || sel.Units[0].File != "/q/d.c" || sel.Units[1].File != "src/b.c" {
		t.Errorf("%+v, %v", sel, err)
	}
	if sel, err := db.Select([]string{"d.c"}, "/q"); err != nil || sel.Units[0].File != "d.c" {
		t.Errorf("from another folder: %+v, %v", sel, err)
	}
	for name, want := range map[string]string{
		"src/none.c": "src/none.c is not in build/compile_commands.json",
		"src/c.cpp":  "4:1: error: src/c.cpp is not compiled as C, but as c++",
	} {
		if _, err := db.Select([]string{name}, "/p"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

func TestSelectErrors(t *testing.T) {
	read := files(map[string]string{"loop.rsp": "@loop.rsp", "many.rsp": strings.Repeat("-DX ", 1<<17),
		"quote.rsp": "'"})
	for command, want := range map[string]string{
		"gcc @none.rsp":    "1:2: error: a.c: response file none.rsp: file does not exist",
		"gcc @loop.rsp":    "includes itself",
		"gcc @many.rsp":    "more than 65536 words",
		"gcc @quote.rsp":   "response file quote.rsp: the quote ' is not closed (column 1)",
		"C:/bin/cl.exe /c": "commands of cl are not supported",
		"g++ -c a.c":       "there is no C file in the compilation database",
	} {
		db, err := Parse("x.json", []byte(`[{"directory":"/p","file":"a.c","command":"`+command+`"}]`))
		if err != nil {
			t.Fatal(err)
		}
		db.read = read
		if _, err := db.Select(nil, "/p"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", command, err, want)
		}
	}
	if _, err := (&Database{File: "x"}).Select(nil, "/p"); err == nil {
		t.Error("an empty database is accepted")
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
