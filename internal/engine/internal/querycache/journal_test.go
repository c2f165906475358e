package querycache

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

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

// writerFolder names the variable that makes the test binary a process that writes.
const writerFolder = "QUERYCACHE_TEST_WRITER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(writerFolder); dir != "" {
		write(dir)
		return
	}
	os.Exit(m.Run())
}

// write stores answers until somebody kills the process: short runs, one after the other. Each time a run is
// closed it prints how many queries have an answer now.
func write(dir string) {
	warn := func(w string) { fmt.Println("warning:", w) }
	for next := 0; ; {
		c := Open(context.Background(), Config{Dir: dir, Program: []byte("program"), Revision: "1",
			Warn: warn})
		for {
			if _, ok := c.Get(query(next)); !ok {
				break
			}
			next++
		}
		for range 200 {
			c.Put(query(next), append(answerTo(query(next)), make([]byte, next%1000)...))
			next++
			if next%50 == 0 {
				time.Sleep(time.Millisecond)
			}
		}
		c.Close(context.Background())
		fmt.Println(next)
	}
}

// TestKilledWriters kills processes that write to a folder, some at the same time, at random moments.
// Whatever they leave is opened without a warning, holds only right answers, and all those of runs that were
// closed.
func TestKilledWriters(t *testing.T) {
	rounds := 10
	if testing.Short() {
		rounds = 5
	}
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(1, 2))
	closed, left := 0, 0
	// On a busy machine no run may come to its end; then there are more rounds.
	for round := 0; round < rounds || (closed == 0 || left == 0) && round < 10*rounds; round++ {
		type writer struct {
			cmd *exec.Cmd
			out io.Reader
		}
		var writers []writer
		for range 1 + round%2 {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), writerFolder+"="+dir)
			cmd.Stderr = os.Stderr
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			writers = append(writers, writer{cmd, out})
		}
		time.Sleep(time.Duration(20+r.IntN(400)) * time.Millisecond)
		for _, w := range writers {
			if err := w.cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
		for _, w := range writers {
			lines := bufio.NewScanner(w.out)
			for lines.Scan() {
				n, err := strconv.Atoi(lines.Text())
				if err != nil {
					t.Errorf("round %d: a writer says %q", round, lines.Text())
					continue
				}
				closed = max(closed, n)
			}
			w.cmd.Wait() // it was killed
		}
		if names(t, dir) != ".cache .lock" {
			left++
		}
		c := open(t, dir)
		for i := range closed {
			if _, ok := c.Get(query(i)); !ok {
				t.Fatalf("round %d: query %d of %d is not known", round, i, closed)
			}
		}
		known := 0
		for i := 0; ; i++ {
			a, ok := c.Get(query(i))
			if !ok {
				break
			}
			if want := answerTo(query(i)); !strings.HasPrefix(string(a.Bytes), string(want)) ||
				len(a.Bytes) != len(want)+i%1000 {
				t.Fatalf("round %d: query %d: %q", round, i, a.Bytes)
			}
			known++
		}
		if n := c.Counts(); n.Loaded != int64(known) {
			t.Errorf("round %d: %d answers known, %d loaded", round, known, n.Loaded)
		}
		if round%3 == 0 {
			c.Close(context.Background()) // merges what was left
		}
		c.silent(t)
	}
	if closed == 0 || left == 0 {
		t.Errorf("%d answers in closed runs, %d folders with files left: the test tests nothing", closed,
			left)
	}
	c := open(t, dir)
	c.put(0, 1)
	c.Close(context.Background())
	c.silent(t)
	if got := names(t, dir); got != ".cache .lock" {
		t.Errorf("files %s", got)
	}
}
