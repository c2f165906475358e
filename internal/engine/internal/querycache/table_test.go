package querycache

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
)

// BenchmarkGet asks for answers that are known, from all processors.
func BenchmarkGet(b *testing.B) {
	c := open(b, "")
	c.put(0, 10_000)
	queries := make([][]byte, 10_000)
	for i := range queries {
		queries[i] = query(i)
	}
	var n atomic.Int64
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		i := int(n.Add(2503))
		for pb.Next() {
			i++
			if _, ok := c.Get(queries[i%len(queries)]); !ok {
				b.Fail()
			}
		}
	})
}

func TestTinyBudget(t *testing.T) {
	c := Open(context.Background(), Config{Bytes: 16 * 1000})
	o := &opened{Cache: c}
	for i := range 2000 {
		o.put(i, i+1)
		o.right(t, 0, 1, i == 0) // keeps it young
	}
	n := c.Counts()
	if n.Bytes > 16*1000 || n.Dropped == 0 || n.Entries+n.Dropped != n.Stored {
		t.Errorf("%+v", n)
	}
	o.right(t, 0, 1, true)
	o.right(t, 1999, 2000, true)
	if _, ok := c.Get(query(1)); ok {
		t.Error("the oldest entry is still there")
	}
}

func TestConcurrentUse(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir, func(c *Config) { c.Bytes = 1 << 20 })
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for i := range 600 {
				k := (i*7 + w*31) % 400
				q := query(k)
				a, ok := c.Get(q)
				switch {
				case !ok:
					c.Put(q, answerTo(q))
				case string(a.Bytes) != string(answerTo(q)):
					t.Errorf("query %d: %q", k, a.Bytes)
				case i%50 == 0:
					c.Reject(q)
				}
				if i%100 == 0 {
					c.Counts()
				}
			}
		})
	}
	wg.Wait()
	stored := c.Counts().Entries
	c.Close(context.Background())
	c.silent(t)
	c = open(t, dir)
	if n := c.right(t, 0, 400, false); int64(n) != stored {
		t.Errorf("%d answers of %d are left", n, stored)
	}
	c.Close(context.Background())
	c.silent(t)
}
