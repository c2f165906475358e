package querycache

import (
	"context"
	"os"
	"strings"
	"testing"
)

// TestRunsAtTheSameTime: none loses what another one adds.
func TestRunsAtTheSameTime(t *testing.T) {
	dir := t.TempDir()
	for round := range 5 {
		var all []*opened
		for w := range 4 {
			c := open(t, dir)
			c.right(t, 0, 400*round, true)
			at := 400*round + 100*w
			c.put(at, at+100)
			all = append(all, c)
		}
		done := make(chan bool)
		for _, c := range all {
			go func() {
				c.Close(context.Background())
				done <- true
			}()
		}
		for range all {
			<-done
		}
		for _, c := range all {
			c.silent(t)
		}
	}
	c := open(t, dir)
	c.right(t, 0, 2000, true)
	c.Close(context.Background())
	c.silent(t)
	if got := names(t, dir); got != ".cache .lock" {
		t.Errorf("files %s", got)
	}
}

// TestSmallFiles: the file is bounded, and what was used last stays.
func TestSmallFiles(t *testing.T) {
	dir := t.TempDir()
	tiny := func(c *Config) { c.Bytes = 200 * 1000 }
	for run := range 10 {
		c := open(t, dir, tiny)
		c.right(t, 0, 20, run > 0)
		if run == 0 {
			c.put(0, 20)
		}
		c.put(100*run+100, 100*run+200)
		c.Close(context.Background())
		c.silent(t)
		info, err := os.Stat(mainOf(t, dir))
		if err != nil || info.Size() > 200*1000 {
			t.Errorf("%v bytes, %v", info.Size(), err)
		}
	}
	c := open(t, dir, tiny)
	c.right(t, 0, 20, true)
	c.right(t, 1000, 1100, true)
	if n := c.right(t, 0, 1100, false); n == 1020 {
		t.Error("nothing was dropped")
	}
}

// TestRunsOutOfTime: runs whose time is over leave their journals, and one that finds many merges them at its
// beginning.
func TestRunsOutOfTime(t *testing.T) {
	dir := t.TempDir()
	over, end := context.WithCancel(context.Background())
	end()
	for run := range 3 * maxLogs {
		c := open(t, dir)
		c.right(t, 0, 10*run, true)
		c.put(10*run, 10*run+10)
		c.Close(over)
		c.silent(t)
		if n := strings.Count(names(t, dir), ".log"); n == 0 || n > maxLogs+1 {
			t.Errorf("run %d leaves %d journals", run, n)
		}
	}
	c := open(t, dir)
	c.right(t, 0, 30*maxLogs, true)
	c.Close(context.Background())
	c.silent(t)
	if got := names(t, dir); got != ".cache .lock" {
		t.Errorf("files %s", got)
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
