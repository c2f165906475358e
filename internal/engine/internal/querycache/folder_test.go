package querycache

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRunsInARow(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	if err := CheckFolder(dir); err != nil {
		t.Fatal(err)
	}
	for run := range 4 {
		c := open(t, dir)
		if n := c.right(t, 0, 1000, false); n != 100*run {
			t.Fatalf("run %d knows %d answers", run, n)
		}
		if n := c.Counts(); n.Earlier != int64(100*run) || n.Loaded != int64(100*run) {
			t.Errorf("run %d: %+v", run, n)
		}
		c.put(0, 100*run+100)
		c.Close(context.Background())
		c.silent(t)
		if got := names(t, dir); got != ".cache .lock" {
			t.Errorf("files %s", got)
		}
	}
	// A run that adds nothing writes nothing.
	before, err := os.Stat(mainOf(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	c := open(t, dir)
	c.right(t, 0, 400, true)
	c.Close(context.Background())
	after, err := os.Stat(mainOf(t, dir))
	if err != nil || !os.SameFile(before, after) {
		t.Errorf("the file was written again (%v)", err)
	}
	// Another program knows nothing of it.
	c = open(t, dir, func(c *Config) { c.Program = []byte("other") })
	if n := c.right(t, 0, 400, false); n != 0 {
		t.Errorf("another program knows %d answers", n)
	}
	c.Close(context.Background())
	c.silent(t)
}

func mainOf(t testing.TB, dir string) string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "*.cache"))
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	return list[0]
}

func TestRejectedEntries(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	c.put(0, 10)
	c.Put(query(10), []byte("wrong"))
	c.Put(query(11), []byte("wrong"))
	c.Close(context.Background())
	c = open(t, dir)
	c.Reject(query(10))
	c.Reject(query(11))
	c.Put(query(11), answerTo(query(11)))
	c.Put(query(12), []byte("wrong"))
	c.Reject(query(12))
	if n := c.Counts(); n.Rejected != 3 {
		t.Errorf("%+v", n)
	}
	c.Close(context.Background())
	c.silent(t)
	c = open(t, dir)
	if n := c.right(t, 0, 20, false); n != 11 {
		t.Errorf("%d answers", n)
	}
	if _, ok := c.Get(query(10)); ok {
		t.Error("an answer that was rejected is back")
	}
	c.Close(context.Background())
}

// sealed is a folder with a main file of some entries.
func sealed(t testing.TB, n int) (dir, file string) {
	t.Helper()
	dir = t.TempDir()
	c := open(t, dir)
	c.put(0, n)
	c.Close(context.Background())
	return dir, mainOf(t, dir)
}

func TestOtherRevision(t *testing.T) {
	dir, file := sealed(t, 10)
	c := open(t, dir, func(c *Config) { c.Revision = "2" })
	if n := c.right(t, 0, 10, false); n != 0 {
		t.Errorf("%d answers of another revision", n)
	}
	c.put(0, 5)
	c.Close(context.Background())
	if len(c.warnings) != 1 || !strings.Contains(c.warnings[0], file) ||
		!strings.Contains(c.warnings[0], "another revision of whittle (1); the file is ignored") {
		t.Errorf("%q", c.warnings)
	}
	// It was replaced.
	c = open(t, dir, func(c *Config) { c.Revision = "2" })
	if n := c.right(t, 0, 10, false); n != 5 {
		t.Errorf("%d answers", n)
	}
	c.silent(t)
	c.Close(context.Background())
}

// TestCorruptFiles: what is wrong is reported once, and gone after the run.
func TestCorruptFiles(t *testing.T) {
	for _, at := range []int{0, 30, 60, -3} {
		dir, file := sealed(t, 20)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		i := (at + len(data)) % len(data)
		data[i] ^= 0x10
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
		log := strings.TrimSuffix(file, ".cache") + "-0123.log"
		if err := os.WriteFile(log, data, 0o666); err != nil {
			t.Fatal(err)
		}
		c := open(t, dir)
		if n := c.right(t, 0, 30, false); n != 0 {
			t.Errorf("%d answers", n)
		}
		c.put(20, 25)
		c.Close(context.Background())
		if len(c.warnings) != 2 {
			t.Errorf("byte %d: %q", i, c.warnings)
		}
		c = open(t, dir)
		if n := c.right(t, 0, 30, false); n != 5 {
			t.Errorf("%d answers", n)
		}
		c.silent(t)
		c.Close(context.Background())
		if got := names(t, dir); got != ".cache .lock" {
			t.Errorf("files %s", got)
		}
	}
}

func TestUnusableFolders(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	closed := filepath.Join(dir, "closed")
	if err := os.Mkdir(closed, 0o555); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{file, filepath.Join(file, "below"), closed, filepath.Join(closed, "below")} {
		if strings.HasPrefix(bad, closed) && os.Geteuid() == 0 {
			continue // nothing is closed to root
		}
		if err := CheckFolder(bad); err == nil {
			t.Errorf("%s can be used", bad)
		}
		// A folder that goes bad later costs the answers, not the run.
		c := open(t, bad)
		c.put(0, 10)
		c.right(t, 0, 10, true)
		c.Close(context.Background())
		if len(c.warnings) == 0 {
			t.Errorf("%s: no warning", bad)
		}
	}
	if err := CheckFolder(filepath.Join(dir, "new", "folder")); err != nil {
		t.Error(err)
	}
}

func TestFolderThatVanishes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gone")
	if err := CheckFolder(dir); err != nil {
		t.Fatal(err)
	}
	c := open(t, dir)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	c.put(0, 10)
	c.Close(context.Background())
	if len(c.warnings) == 0 {
		t.Error("no warning")
	}
}

// BenchmarkOpen reads a file of 100,000 answers.
func BenchmarkOpen(b *testing.B) {
	dir, _ := sealed(b, 100_000)
	b.ReportAllocs()
	for b.Loop() {
		if c := open(b, dir); c.Counts().Loaded != 100_000 {
			b.Fatal(c.Counts())
		}
	}
}
