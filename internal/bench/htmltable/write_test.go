package htmltable

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"whittle.dev/internal/bench/table"
	"whittle.dev/internal/bench/tasks"
)

// FuzzPage: no file of results makes the reader, the page or the comparison of runs fail, and records have
// names.
func FuzzPage(f *testing.F) {
	const head = `{"version":1,"command":["x"],"configs":[{"name":"a"}]}`
	f.Add(head + "\n" +
		`{"task":"a.c","property":"unreach-call","expected":"true","verdict":"true","score":"right","cpu_s":1}` + "\n")
	f.Add("{}\n")
	f.Add("{\"version\":1}\n{\"task\":\"a\",\"verdict\":\"false(\"}\n")
	file := filepath.Join(f.TempDir(), "r.jsonl")
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		recs, _, err := tasks.ReadResults(file)
		if err != nil {
			return
		}
		for _, r := range recs {
			if r.Name == "" {
				t.Errorf("a record without a name: %+v", r)
			}
		}
		tab := table.New(recs)
		if err := Write(io.Discard, tab, ""); err != nil {
			t.Error(err)
		}
		if _, err := table.CompareRuns("x", recs, recs,
			table.Comparability{Factor: 2, Floor: 1}); err != nil {
			t.Error(err)
		}
	})
}

func TestCommonFolder(t *testing.T) {
	for _, c := range []struct {
		sets []string
		want string
	}{
		{nil, ""}, {[]string{"a/b", "a/c"}, "a/"}, {[]string{"a/b", "a/bc"}, "a/"},
		{[]string{"a/b/c", "a/b/d"}, "a/b/"}, {[]string{"ab", "ac"}, ""}, {[]string{"a", "a/b"}, ""},
		{[]string{"", "a/b"}, ""},
	} {
		if got := commonFolder(c.sets); got != c.want {
			t.Errorf("%q: %q, want %q", c.sets, got, c.want)
		}
	}
}
