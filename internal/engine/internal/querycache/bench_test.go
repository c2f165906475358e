package querycache

import (
	"context"
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

// BenchmarkPut adds answers that a journal keeps.
func BenchmarkPut(b *testing.B) {
	c := open(b, b.TempDir())
	b.ReportAllocs()
	for i := range b.N {
		c.Put(query(i), answerTo(query(i)))
	}
	b.StopTimer()
	c.Close(context.Background())
	c.silent(b)
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

// BenchmarkMerge adds an answer to a file of 100,000 and merges it.
func BenchmarkMerge(b *testing.B) {
	dir, _ := sealed(b, 100_000)
	for i := range b.N {
		b.StopTimer()
		c := open(b, dir)
		c.put(200_000+i, 200_001+i)
		b.StartTimer()
		c.Close(context.Background())
	}
}
