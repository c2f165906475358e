package c

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/golden"
)

// TestLower compares printed programs with golden ones. An archive holds C files and the expected "cfa"; its
// comment may have lines "property: P", "model: ILP32" and "error label: L".
func TestLower(t *testing.T) {
	archives, err := filepath.Glob("testdata/lower/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			cfg := Config{}
			for _, line := range strings.Split(string(ar.Comment), "\n") {
				key, val, _ := strings.Cut(line, ": ")
				switch key {
				case "property":
					cfg.Property = property.Property(val)
				case "model":
					if val == "ILP32" {
						cfg.DataModel = ILP32
					}
				case "error label":
					cfg.ErrorLabel = val
				}
			}
			ar.Files = slices.DeleteFunc(ar.Files, func(f txtar.File) bool { return f.Name == "cfa" })
			files := map[string]string{}
			for _, f := range ar.Files {
				files[f.Name] = string(f.Data)
				cfg.Files = append(cfg.Files, f.Name)
			}
			cfg.Read = mapReader(files)
			p, diags, err := Load(context.Background(), cfg)
			var out bytes.Buffer
			diags.Print(&out)
			if err != nil {
				t.Fatalf("%v\n%s", err, out.String())
			}
			if err := cfa.Check(p); err != nil {
				t.Error(err)
			}
			cfa.Fprint(&out, p)
			ar.Files = append(ar.Files, txtar.File{Name: "cfa", Data: out.Bytes()})
			golden.Archive(t, path, ar)
		})
	}
}

var wantComment = regexp.MustCompile(`// want (.*)$`)

// TestMessages checks that errors, warnings and steps that are not supported are reported on the line that
// says so: a comment "// want" with a regular expression for the message.
func TestMessages(t *testing.T) {
	files, err := filepath.Glob("testdata/errors/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".c"), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want := map[int]*regexp.Regexp{}
			for i, line := range strings.Split(string(text), "\n") {
				if m := wantComment.FindStringSubmatch(line); m != nil {
					want[i+1] = regexp.MustCompile(m[1])
				}
			}
			got := map[int][]string{}
			p, diags, err := Load(context.Background(), Config{Files: []string{path}})
			for _, d := range diags.All() {
				if d.Severity != source.Note {
					got[int(d.Pos.Line)] = append(got[int(d.Pos.Line)], d.Severity.String()+": "+d.Message)
				}
			}
			if err == nil {
				if err := cfa.Check(p); err != nil {
					t.Error(err)
				}
				for _, proc := range p.Procs {
					for _, e := range proc.Edges {
						if u, ok := e.Op.(cfa.Unsupported); ok {
							got[int(e.Pos.Line)] = append(got[int(e.Pos.Line)], "unsupported: "+u.What)
						}
					}
				}
			}
			for line, ms := range got {
				for _, m := range ms {
					if want[line] == nil || !want[line].MatchString(m) {
						t.Errorf("%s:%d: unexpected %q", path, line, m)
					}
				}
			}
			for line, re := range want {
				if len(got[line]) == 0 {
					t.Errorf("%s:%d: nothing matches %q", path, line, re)
				}
			}
		})
	}
}
