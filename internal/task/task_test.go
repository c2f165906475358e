package task

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"whittle.dev/internal/property"
)

// files is a file system in memory.
type files map[string]string

func (f files) read(name string) ([]byte, error) {
	if text, ok := f[filepath.ToSlash(name)]; ok {
		return []byte(text), nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

var base = files{
	"d/a.c":          "int main(void) { return 0; }",
	"d/b.i":          "",
	"p/reach.prp":    "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
	"p/overflow.prp": "CHECK( init(main()), LTL(G ! overflow) )\n",
	"p/coverage.prp": "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n",
	"p/memsafety.prp": "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) " +
		")\nCHECK( init(main()), LTL(G valid-memtrack) )\n",
}

func load(text string) (*Definition, error) {
	f := files{"d/t.yml": text}
	for k, v := range base {
		f[k] = v
	}
	return Load("d/t.yml", f.read)
}

const good = `format_version: '2.0'

# a comment
input_files: 'a.c'
properties:
  - property_file: ../p/reach.prp
    expected_verdict: true
  - property_file: ../p/coverage.prp
options:
  language: C
  data_model: ILP32
`

func TestLoad(t *testing.T) {
	d, err := load(good)
	if err != nil {
		t.Fatal(err)
	}
	e, err := d.Select("")
	if err != nil {
		t.Fatal(err)
	}
	want := Expectation{Property: property.UnreachCall, File: "p/reach.prp", Entry: "main", Line: 6,
		Expected: property.Holds()}
	if diff := cmp.Diff(want, e); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"d/a.c"}, d.Inputs); diff != "" || d.DataModel != "ILP32" {
		t.Error(d.DataModel, diff)
	}
	if e, err := d.Select(property.NoOverflow); err != nil || e.Expected.Kind != property.Unknown {
		t.Errorf("a property that is not listed: %v, %v", e, err)
	}
}

func TestLoadListAndSubproperty(t *testing.T) {
	d, err := load(`format_version: "2.0"
input_files:
  - a.c
  - b.i
properties:
  - property_file: ../p/memsafety.prp
    expected_verdict: false
    subproperty: valid-deref
`)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"d/a.c", "d/b.i"}, d.Inputs); diff != "" {
		t.Error(diff)
	}
	e, err := d.Select(property.ValidMemsafety)
	if err != nil || e.Expected != property.Violated(property.ValidDeref) {
		t.Errorf("got %v, %v", e, err)
	}
}

func TestSelectErrors(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"several", "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - property_file: " +
			"../p/reach.prp\n  - property_file: ../p/overflow.prp\n",
			"d/t.yml:5: error: several properties, choose one with --property: unreach-call, no-overflow"},
		{"none", "format_version: '2.0'\ninput_files: a.c\n", "no property"},
		{"unsupported", "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - property_file: " +
			"../p/coverage.prp\n", "coverage properties are not supported"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := load(c.text)
			if err != nil {
				t.Fatal(err)
			}
			if _, err = d.Select(""); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// TestBenchmarks reads all task definitions of the benchmark folder.
func TestBenchmarks(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "benchmarks")
	if _, err := os.Stat(root); err != nil {
		t.Skip("no benchmarks at hand")
	}
	n := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && IsDefinition(path) {
			n++
			if _, err := Load(path, nil); err != nil {
				t.Error(err)
			}
		}
		return err
	})
	if err != nil || n == 0 {
		t.Errorf("read %d definitions: %v", n, err)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(good)
	f.Add("format_version: '2.0'\ninput_files: [a.c, b.i]\nproperties: []\noptions:\n")
	f.Add("a: &x [*x]\n? b\n: - |\n  c\n")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := load(text)
		if (d == nil) == (err == nil) {
			t.Error(fmt.Errorf("definition %v, error %v", d, err))
		}
	})
}
