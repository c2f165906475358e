package c

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c/library"
)

// checklistRow says of functions what their manual pages document, how they are modelled and where that is
// tested. The rows stand in testdata/library, which has a README.
type checklistRow struct {
	header, place                    string // "pthread.h", "pthread.h.txt:12"
	functions                        []string
	results, errors, modelled, tests string
}

// howModelled lists the words that begin the fourth column.
var howModelled = []string{"exact", "any", "partly", "no effect"}

// checklist reads the rows of all headers.
func checklist(t *testing.T) []checklistRow {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", "library", "*.txt"))
	if err != nil || len(names) == 0 {
		t.Fatalf("the checklist of library functions: %v, %v", names, err)
	}
	var rows []checklistRow
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		base := filepath.Base(name)
		header := strings.ReplaceAll(strings.TrimSuffix(base, ".txt"), "_", "/")
		for i, line := range strings.Split(string(text), "\n") {
			if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
				continue
			}
			cells := strings.Split(line, "|")
			for j := range cells {
				cells[j] = strings.TrimSpace(cells[j])
			}
			place := fmt.Sprintf("%s:%d", base, i+1)
			if len(cells) != 5 || slices.Contains(cells, "") {
				t.Fatalf("%s: want five cells that are not empty: %q", place, cells)
			}
			rows = append(rows, checklistRow{header, place, strings.Fields(cells[0]), cells[1], cells[2],
				cells[3], cells[4]})
		}
	}
	return rows
}

// testFile is the path of a test that a row names.
func testFile(name string) string {
	folder, rest, ok := strings.Cut(name, "/")
	switch {
	case !ok:
		return name
	case folder == "traps":
		return filepath.Join("..", "..", "..", "testdata", "traps", rest)
	case folder == "examples":
		return filepath.Join("..", "..", "..", "examples", filepath.FromSlash(rest))
	}
	return filepath.Join("testdata", folder, rest)
}

// TestLibraryChecklist checks that every modelled function has one row, that a row has words that are known,
// and that the tests that it names exist and mention its functions.
func TestLibraryChecklist(t *testing.T) {
	modelledBy := map[string]string{} // by function: the header
	for header, cells := range functionsByHeader(t) {
		for name := range cells[modelled] {
			modelledBy[name] = header
		}
	}
	words := map[string]map[string]bool{} // by test: what its text has
	identifier := regexp.MustCompile(`\w+`)
	seen := map[string]string{}
	for _, row := range checklist(t) {
		how, _, _ := strings.Cut(row.modelled, ":")
		if !slices.Contains(howModelled, how) {
			t.Errorf("%s: modelled %q, want one of %q", row.place, how, howModelled)
		}
		for _, name := range row.functions {
			if seen[name] != "" {
				t.Errorf("%s: %s stands in %s, too", row.place, name, seen[name])
			}
			seen[name] = row.place
			if modelledBy[name] == "" {
				t.Errorf("%s: %s is not modelled, or no header declares it", row.place, name)
			} else if modelledBy[name] != row.header && !strings.Contains(headerText(t, row.header), name) {
				t.Errorf("%s: %s stands in %s", row.place, name, modelledBy[name])
			}
		}
		for _, test := range strings.Fields(row.tests) {
			test = strings.TrimSuffix(test, ",")
			if words[test] == nil {
				text, err := os.ReadFile(testFile(test))
				if err != nil {
					t.Errorf("%s: %v", row.place, err)
				}
				words[test] = map[string]bool{}
				for _, w := range identifier.FindAllString(string(text), -1) {
					words[test][w] = true
				}
			}
		}
		for _, name := range row.functions {
			if !slices.ContainsFunc(strings.Fields(row.tests), func(test string) bool {
				return words[strings.TrimSuffix(test, ",")][name]
			}) {
				t.Errorf("%s: none of %s mentions %s", row.place, row.tests, name)
			}
		}
	}
	missing := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(modelledBy)) {
		if seen[name] == "" {
			missing[modelledBy[name]] = append(missing[modelledBy[name]], name)
		}
	}
	for _, header := range slices.Sorted(maps.Keys(missing)) {
		t.Errorf("%s: no row for %s", header, strings.Join(missing[header], ", "))
	}
}

// headerText is an embedded header.
func headerText(t *testing.T, name string) string {
	t.Helper()
	text, err := library.Header(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// checklistTable is the table of docs/library-functions.md.
func checklistTable(t *testing.T) string {
	t.Helper()
	var out strings.Builder
	header := ""
	for _, row := range checklist(t) {
		if row.header != header {
			header = row.header
			fmt.Fprintf(&out, "\n## %s\n\n| function | results | errors | modelled | tested in "+
				"|\n|---|---|---|---|---|\n", header)
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s |\n", strings.Join(row.functions, ", "), row.results,
			row.errors, row.modelled, row.tests)
	}
	return out.String()
}
