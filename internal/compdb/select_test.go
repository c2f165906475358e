package compdb

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// project is a database with a bit of everything.
const project = `[
{"directory": "/p/build", "file": "../src/a.c", "command": "gcc -I../inc -include cfg.h -include far.h -c ../src/a.c"},
{"directory": "/p", "file": "src/b.c", "command": "gcc @b.rsp -c src/b.c"},
{"directory": "/p", "file": "/p/src/c.cpp", "command": "g++ -c src/c.cpp"},
 {"directory": "/p", "file": "/p/src/s.S", "command": "gcc -c src/s.S"},
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
		`src/c.cpp [] [] [] LP64 4`,
		`/q/d.c [] [] [] ILP32 8`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	got = nil
	for _, n := range sel.Notes {
		got = append(got, fmt.Sprintf("%v %d:%d %s", n.Warning, n.Line, n.Col, n.Msg))
	}
	want = []string{
		"false 6:1 src/a.c is compiled a second time in the same way",
		"true 7:1 src/b.c is compiled a second time with other flags; those at line 3 are taken",
		"false 5:2 src/s.S is left out: it is not compiled as C, but as assembler",
		"true 3:1 -funsigned-char, in the command of src/b.c, is not supported and has no effect",
		"true 3:1 -fopenmp, in the command of src/b.c, and of 1 other file, is not supported and has no " +
			"effect",
		"true 8:1 -fshort-enums, in the command of /q/d.c, is not supported and has no effect",
	}
	if !slices.Equal(got, want) {
		t.Errorf("notes:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if _, err := sel.DataModel(); err == nil ||
		!strings.Contains(err.Error(), "build/compile_commands.json:8:1: error: /q/d.c is compiled for "+
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
		"src/s.S":    "5:2: error: src/s.S is not compiled as C, but as assembler",
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
		"gcc -x cuda a.c":  "there is no file in C or C++ in the compilation database",
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
