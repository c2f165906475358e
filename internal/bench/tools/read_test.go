package tools

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/property"
)

func TestReadErrors(t *testing.T) {
	good := "name: x\nprogram: [x]\narguments: [\"{file}\"]\nverdicts:\n  - {exit: [0], verdict: \"true\"}\n"
	if _, err := Read("x.yml", []byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{"", "x.yml: error: the description is empty"},
		{"name: x\nname: y\n", "x.yml:2:1: error: "},
		{good + "colour: red\n", "x.yml:6:1: error: unknown key \"colour\""},
		{strings.Replace(good, "name: x", "name: a b", 1), "x.yml:1:7: error: a tool needs a name"},
		{strings.Replace(good, "program: [x]", "program: []", 1), "x.yml:2:10: error: a tool needs a list"},
		{strings.Replace(good, "{file}", "{fil}", 1), "x.yml:3:13: error: unknown placeholder {fil}"},
		{strings.Replace(good, "{file}", "file", 1), "no argument has {file}"},
		{strings.Replace(good, "\"{file}\"", "{file}", 1), "x.yml:3:"},
		{strings.Replace(good, "[\"{file}\"]", "[\"{file}\", \"a{flags}\"]", 1),
			"x.yml:3:23: error: {flags} stands for several"},
		{strings.Replace(good, "verdict: \"true\"", "verdict: maybe", 1),
			"x.yml:5:26: error: verdict \"maybe\""},
		{strings.Replace(good, "exit: [0]", "output: '('", 1), "x.yml:5:14: error: parsing regexp"},
		{strings.Replace(good, "exit: [0], ", "", 1), "looks at neither"},
		{strings.Replace(good, "verdicts:", "verdict:", 1), "x.yml:4:1: error: unknown key \"verdict\""},
		{good + "checks: {reach: []}\n", "x.yml:6:"},
		{good + "bounds: [3, 2]\n", "x.yml:6:13: error: bounds must"},
		{"name: [\n", "x.yml:"},
		{"x", "x.yml:1:1: error: "},
		{good + "---\n" + good, "x.yml:7:1: error: more than one document"},
	} {
		_, err := Read("x.yml", []byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
	if _, err := Known("nosuch"); err == nil || !strings.Contains(err.Error(), "cbmc, cpachecker") {
		t.Errorf("an unknown tool: %v", err)
	}
	if _, err := Load(filepath.Join(t.TempDir(), "none.yml")); !os.IsNotExist(err) {
		t.Errorf("a missing file: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range Names() {
		t, err := Known(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(t.Source())
	}
	f.Add([]byte("name: x\nprogram: [x]\narguments: [{a: b}]\nverdicts: [{}]\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		tool, err := Read("x.yml", text)
		if err != nil {
			return
		}
		task := Task{Files: []string{"a.c"}, Property: property.UnreachCall, DataModel: "LP64"}
		args, _ := tool.CommandLine(task)
		tool.Judge(task, args, Output{Stdout: []byte("VERIFICATION FAILED\n")})
	})
}
