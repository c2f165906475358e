package parse

import (
	"context"
	"os"
	"strings"
	"testing"

	"whittle.dev/internal/source"
)

// TestIncludesOfOthers checks that what is wrong in a header is reported there.
func TestIncludesOfOthers(t *testing.T) {
	read := mapReader(map[string]string{"d/t.c": "#include \"h.h\"\nint x;\n",
		"d/h.h": "int y;\nint z\x01;\n", "d/u.c": "#include \"g.h\"\n", "d/g.h": "\nint = 3;\n"})
	for name, want := range map[string]string{"d/t.c": "d/h.h:2:6: error: this is not a text file",
		"d/u.c": "d/g.h:2:5: error: unexpected"} {
		var files source.Files
		diags := &source.Diagnostics{Files: &files}
		_, err := Program(context.Background(), Config{Needs: inMain, Inputs: []Input{{File: name}},
			Read: read}, &files, diags)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
}

// TestDirectoryAsHeader checks that a directory is no header.
func TestDirectoryAsHeader(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(dir+"/d.h", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/t.c", []byte("#include \"d.h\"\nint x;\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var files source.Files
	_, err := Program(context.Background(), Config{Needs: inMain, Inputs: []Input{{File: dir + "/t.c"}}},
		&files,
		&source.Diagnostics{Files: &files})
	if err == nil || !strings.Contains(err.Error(), "not found") {
		t.Errorf("error %v", err)
	}
}
