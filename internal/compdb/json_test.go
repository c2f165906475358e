package compdb

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

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
