package examples_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/testing/examples"
)

// TestIndex looks for each program in the row of its folder in the index of examples, and for a file for each
// name there.
func TestIndex(t *testing.T) {
	const root = "../../../examples"
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	folders := map[string][]string{}
	for _, name := range examples.Names(t, root) {
		topic := filepath.Base(filepath.Dir(name))
		folders[topic] = append(folders[topic], strings.TrimSuffix(filepath.Base(name), ".c"))
		examples.File(t, root, filepath.Base(name)) // fails for a name that two folders have
	}
	for topic, names := range folders {
		_, row, ok := strings.Cut(string(text), "\n| [`"+topic+"`]("+topic+") | ")
		row, _, _ = strings.Cut(row, "\n")
		_, row, _ = strings.Cut(row, " | ")
		if !ok {
			t.Errorf("no row for %s", topic)
			continue
		}
		for _, name := range names {
			if !strings.Contains(row, "`"+name+"`") {
				t.Errorf("the row of %s does not name %s", topic, name)
			}
			row = strings.Replace(row, "`"+name+"`", "", 1)
		}
		if rest := strings.Trim(row, ", |"); rest != "" {
			t.Errorf("the row of %s names what is not there: %s", topic, rest)
		}
	}
}
