package plot

import (
	"encoding/xml"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/testing/golden"
)

// look compares charts with their files, and reads them as XML. What is compared was looked at in a
// browser.
func look(t *testing.T, charts map[string]string) {
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
		golden.File(t, filepath.Join("testdata", name+".svg"), got)
	}
}
