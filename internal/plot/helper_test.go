package plot

import (
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/testing/testflag"
)

// golden compares charts with their files, and reads them as XML. What is compared was looked at in a
// browser.
func golden(t *testing.T, charts map[string]string) {
	t.Helper()
	for name, got := range charts {
		for d := xml.NewDecoder(strings.NewReader(got)); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if !strings.Contains(got, `role="img" aria-label="`) {
			t.Errorf("%s has no accessible name", name)
		}
		if strings.Contains(got, "NaN") || strings.Contains(got, "Inf") {
			t.Errorf("%s has numbers that are not finite", name)
		}
		file := filepath.Join("testdata", name+".svg")
		if testflag.Update() {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s differs from %s; look at it, then run with -update", name, file)
		}
	}
}
