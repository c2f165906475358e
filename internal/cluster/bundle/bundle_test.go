package bundle_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"whittle.dev/internal/cluster/bundle"
)

const tree = `
-- sets/queue/queue.yml --
format_version: '2.0'
input_files: 'queue.c'
properties:
  - property_file: ../../properties/unreach-call.prp
    expected_verdict: true
options:
  language: C
  data_model: LP64
-- sets/queue/queue.c --
#include <stdio.h>
#include "queue.h"
  #  include "../common.h"
#include "missing.h"
int main(void) { return 0; }
-- sets/queue/queue.h --
#include "queue.h"
-- sets/common.h --
int x;
-- sets/other.h --
-- properties/unreach-call.prp --
CHECK( init(main()), LTL(G ! call(reach_error())) )
`

func write(t *testing.T) string {
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(tree)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestOf(t *testing.T) {
	dir := write(t)
	for _, c := range []struct {
		path, main string
		files      string
	}{
		{"sets/queue/queue.yml", "sets/queue/queue.yml",
			"properties/unreach-call.prp sets/common.h sets/queue/queue.c sets/queue/queue.h " +
				"sets/queue/queue.yml"},
		{"sets/queue/queue.c", "queue/queue.c", "common.h queue/queue.c queue/queue.h"},
		{"sets/common.h", "common.h", "common.h"},
	} {
		b, err := bundle.Of(filepath.Join(dir, filepath.FromSlash(c.path)))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, f := range b.Files {
			names = append(names, f.Path)
		}
		if d := cmp.Diff(c.files, strings.Join(names, " ")); d != "" || b.Main != c.main {
			t.Errorf("%s: main %s, files (-want +got):\n%s", c.path, b.Main, d)
		}
	}
	if _, err := bundle.Of(filepath.Join(dir, "nothing.c")); err == nil {
		t.Error("a file that is not there makes no error")
	}
}
