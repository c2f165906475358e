package querycache

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// answerTo is the answer that tests store for a query: it can be told from every other one.
func answerTo(query []byte) []byte { return fmt.Appendf(nil, "answer to %s", query) }

func query(i int) []byte { return fmt.Appendf([]byte{Emptiness}, "query %d", i) }

// opened is a cache in a folder, and what it warned of.
type opened struct {
	*Cache
	mu       sync.Mutex
	warnings []string
}

func open(t testing.TB, dir string, change ...func(*Config)) *opened {
	t.Helper()
	o := &opened{}
	cfg := Config{Dir: dir, Program: []byte("program"), Revision: "1", Warn: func(w string) {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.warnings = append(o.warnings, w)
	}}
	for _, f := range change {
		f(&cfg)
	}
	o.Cache = Open(context.Background(), cfg)
	return o
}

func (o *opened) put(from, to int) {
	for i := from; i < to; i++ {
		o.Put(query(i), answerTo(query(i)))
	}
}

// right checks that the answers to some queries are known, or never wrong, and returns how many are known.
func (o *opened) right(t testing.TB, from, to int, all bool) int {
	t.Helper()
	known := 0
	for i := from; i < to; i++ {
		a, ok := o.Get(query(i))
		if ok && string(a.Bytes) != string(answerTo(query(i))) {
			t.Fatalf("query %d: answer %q", i, a.Bytes)
		}
		if !ok && all {
			t.Fatalf("query %d is not known", i)
		}
		if ok {
			known++
		}
	}
	return known
}

func (o *opened) silent(t testing.TB) {
	t.Helper()
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, w := range o.warnings {
		t.Errorf("warning: %s", w)
	}
}

// names lists the files of a folder by their endings.
func names(t testing.TB, dir string) string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range list {
		out = append(out, filepath.Ext(e.Name()))
	}
	return strings.Join(out, " ")
}

func TestInMemory(t *testing.T) {
	for _, dir := range []string{"", t.TempDir()} {
		c := open(t, dir)
		if _, ok := c.Get(query(1)); ok {
			t.Error("an answer out of nothing")
		}
		c.put(0, 100)
		c.right(t, 0, 100, true)
		c.Put(query(1), []byte("something else"))
		c.Put(query(200), nil)
		if n := c.right(t, 0, 300, false); n != 100 {
			t.Errorf("%d answers", n)
		}
		n := c.Counts()
		if n.Hits != 200 || n.Misses != 201 || n.Stored != 100 || n.Entries != 100 || n.Earlier != 0 ||
			n.Dropped != 0 {
			t.Errorf("%+v", n)
		}
		c.Close(context.Background())
		c.silent(t)
	}
	var none *Cache
	none.Put(query(1), answerTo(query(1)))
	none.Reject(query(1))
	if _, ok := none.Get(query(1)); ok || none.Verify() || none.Counts() != (Counts{}) {
		t.Error("no cache knows something")
	}
	none.Close(context.Background())
}
