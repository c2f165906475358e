package examples

import (
	"os"
	"regexp"
	"testing"
)

// Version is a way to build a program of the folder examples/programs.
type Version struct {
	File    string
	Macro   string // that is defined; empty: none is
	Verdict string // of all properties: "true", "false(no-deadlock)"
}

// versionLine is a line of the table that such a program begins with.
var versionLine = regexp.MustCompile(`(?m)^// (?:\(nothing\)|-D(\w+)) +(\S+)$`)

// Versions reads the table of a program. One that has none fails the test.
func Versions(t testing.TB, file string) []Version {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []Version
	for _, m := range versionLine.FindAllSubmatch(text, -1) {
		out = append(out, Version{file, string(m[1]), string(m[2])})
	}
	if len(out) < 2 || out[0].Macro != "" || out[0].Verdict != "true" {
		t.Fatalf("%s: no table of versions that begins with the right one: %v", file, out)
	}
	return out
}
