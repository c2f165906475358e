package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"whittle.dev/internal/testing/testflag"
)

// A walkthrough is a page that a reader follows in an empty folder. A comment in front of a block of code
// says what the reader does with it:
//
//	<!-- file: NAME -->              writes it to a file
//	<!-- in NAME, instead of: F -->  puts it in the place of the function F
//
// In blocks marked "console" a line "$ ..." is typed into a shell, which knows whittle, and what follows is
// what is then seen. A line "..." stands for any lines. What needs gcc is left out where there is none. With
// the flag -update the pages are changed to show what is printed, except where there is such a line.
var (
	writesFile = regexp.MustCompile(`^<!-- file: (\S+) -->$`)
	replaces   = regexp.MustCompile(`^<!-- in (\S+), instead of: (\w+) -->$`)
)

// isWalkthrough reports whether a reader follows a page in an empty folder.
func isWalkthrough(page string) bool { return strings.Contains(page, "\n<!-- file: ") }

// walk follows a page.
func walk(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: walk page")
	}
	text, err := os.ReadFile(args[0])
	ts.Check(err)
	_, noCompiler := exec.LookPath("gcc")
	lines := strings.Split(string(text), "\n")
	code, commands := 0, 0
	changed := false
	for i := 0; i < len(lines); i++ {
		switch {
		case writesFile.MatchString(lines[i]):
			name := ts.MkAbs(writesFile.FindStringSubmatch(lines[i])[1])
			ts.Check(os.MkdirAll(filepath.Dir(name), 0o777))
			ts.Check(os.WriteFile(name, []byte(block(lines[i+1:])), 0o644))
		case replaces.MatchString(lines[i]):
			m := replaces.FindStringSubmatch(lines[i])
			name := ts.MkAbs(m[1])
			file, err := replaceFunction(ts.ReadFile(name), m[2], block(lines[i+1:]))
			if err != nil {
				ts.Fatalf("line %d: %v", i+1, err)
			}
			ts.Check(os.WriteFile(name, []byte(file), 0o644))
		case lines[i] == "```console":
			for i++; lines[i] != "```"; i++ {
				command, ok := strings.CutPrefix(lines[i], "$ ")
				if !ok {
					ts.Fatalf("line %d: a block begins with a command", i+1)
				}
				first, want := i+1, []string(nil)
				for lines[i+1] != "```" && !strings.HasPrefix(lines[i+1], "$ ") {
					i++
					want = append(want, lines[i])
				}
				if noCompiler != nil &&
					(strings.Contains(command, "gcc ") || strings.Contains(command, "./")) {
					ts.Logf("line %d is left out, since there is no gcc: %s", first, command)
					continue
				}
				commands++
				var got string
				got, code = typed(ts, command, code)
				if c, ok := shownCode(want); ok && c != code && !testflag.Update() {
					ts.Fatalf("line %d: %s ends with the code %d, which does not go with the verdict", first,
						command, code)
				}
				switch {
				case matches(want, got):
				case testflag.Update() && !slices.Contains(want, "..."):
					now := strings.Split(got, "\n")
					now = now[:len(now)-1] // behind the end of the last line
					lines = slices.Replace(lines, first, i+1, now...)
					i += len(now) - len(want)
					changed = true
				default:
					ts.Fatalf("line %d: %s\nprints\n%s\nand not\n%s", first, command, got,
						strings.Join(want, "\n"))
				}
			}
		}
	}
	if commands == 0 {
		ts.Fatalf("no command is shown")
	}
	if changed {
		ts.Check(os.WriteFile(args[0], []byte(strings.Join(lines, "\n")), 0o644))
	}
}

// typed runs a command line after one that ended with a code, and returns what is seen and the code of the
// line. That a shell tells of a signal differs from shell to shell, and is left out.
func typed(ts *testscript.TestScript, command string, last int) (seen string, code int) {
	err := ts.Exec("sh", "-c", fmt.Sprintf("exec 2>&1; (exit %d); %s\n(exit $?)", last, command))
	if err != nil {
		var ok bool
		if code, ok = exitStatus(err); !ok {
			ts.Fatalf("%s: %v", command, err)
		}
	}
	return ts.ReadFile("stdout"), code
}

// shortTimes matches times in tables of properties, which differ from run to run.
var shortTimes = regexp.MustCompile(`\b\d\.\d\d s\b`)

// matches compares what is seen with what is shown, but for times.
func matches(want []string, got string) bool {
	want = slices.Clone(want)
	for i := range want {
		want[i] = shortTimes.ReplaceAllString(want[i], "0.00 s")
	}
	got = shortTimes.ReplaceAllString(got, "0.00 s")
	pattern := "^"
	for _, line := range want {
		switch {
		case line == "...":
			pattern += `(?:.*\n)*`
		case signalled(line):
		default:
			pattern += regexp.QuoteMeta(line) + `\n`
		}
	}
	kept := ""
	for _, line := range strings.SplitAfter(got, "\n") {
		if !signalled(line) {
			kept += line
		}
	}
	return regexp.MustCompile(pattern + "$").MatchString(kept)
}

// signalled tells whether a shell says in this line that a signal has ended a program.
func signalled(line string) bool { return strings.HasPrefix(line, "Aborted") }

// block returns the text of the block of code that lines begin with.
func block(lines []string) string {
	var text strings.Builder
	for _, line := range lines[1:] {
		if line == "```" {
			break
		}
		text.WriteString(line + "\n")
	}
	return text.String()
}

// replaceFunction puts a text in the place of a function, which ends with the first line that is a closing
// brace.
func replaceFunction(file, function, text string) (string, error) {
	head := regexp.MustCompile(`(?m)^\w[^;\n]*\b` + function + `\([^;\n]*$`).FindStringIndex(file)
	if head == nil {
		return "", fmt.Errorf("there is no function %s", function)
	}
	end := strings.Index(file[head[0]:], "\n}\n")
	if end < 0 {
		return "", fmt.Errorf("the function %s does not end", function)
	}
	return file[:head[0]] + text + file[head[0]+end+len("\n}\n"):], nil
}

// TestWalk looks at what a walkthrough is compared by.
func TestWalk(t *testing.T) {
	for _, c := range []struct {
		want string
		got  string
		ok   bool
	}{
		{"a\nb", "a\nb\n", true},
		{"a\nb", "a\nb\nc\n", false},
		{"a\n...\nc", "a\nb\nb\nc\n", true},
		{"a\n...", "a\n", true},
		{"a\n...\nc", "a\nb\n", false},
		{"a.c", "abc\n", false},
		{"a", "a\nAborted (core dumped)\n", true},
		{"...", "", true},
	} {
		if got := matches(strings.Split(c.want, "\n"), c.got); got != c.ok {
			t.Errorf("matches(%q, %q) = %v", c.want, c.got, got)
		}
	}
	if matches(nil, "x\n") || !matches(nil, "") {
		t.Error("a command without output is compared wrongly")
	}
	got, err := replaceFunction("int a;\nint f(void)\n{\n    g();\n}\nint g(void)\n{\n}\n", "f", "F\n")
	if want := "int a;\nF\nint g(void)\n{\n}\n"; err != nil || got != want {
		t.Errorf("replaced: %q, %v, want %q", got, err, want)
	}
	if _, err := replaceFunction("int f(void);\n", "f", ""); err == nil {
		t.Error("a declaration was taken for a function")
	}
}
