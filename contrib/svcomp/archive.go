package main

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

//go:embed README.txt
var readme []byte

//go:embed smoketest.sh
var smoketest []byte

// epoch is the time of all entries; a ZIP file knows none before.
var epoch = time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)

// archive makes the ZIP file. Everything is in the folder whittle, in the order of the names.
func archive(root, binary string) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range []struct {
		name string
		mode fs.FileMode
		file string // where the content is; empty: text
		text []byte
	}{
		{"whittle/LICENSE", 0o644, filepath.Join(root, "LICENSE"), nil},
		{"whittle/README.txt", 0o644, "", readme},
		{"whittle/benchexec/tools/whittle.py", 0o644,
			filepath.Join(root, "contrib", "benchexec", "whittle.py"), nil},
		{"whittle/smoketest.sh", 0o755, "", smoketest},
		{"whittle/whittle", 0o755, binary, nil},
	} {
		if e.file != "" {
			var err error
			if e.text, err = os.ReadFile(e.file); err != nil {
				return nil, fmt.Errorf("%s: %w", e.name, err)
			}
		}
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: epoch}
		h.SetMode(e.mode)
		f, err := w.CreateHeader(h)
		if err == nil {
			_, err = f.Write(e.text)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.name, err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
