package run

import (
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/testing/testflag"
)

// concurrentGo writes random functions in which goroutines communicate. Shared variables are behind a lock,
// so that all outcomes are those of interleavings.
type concurrentGo struct {
	r   *rand.Rand
	out strings.Builder
}

func (c *concurrentGo) line(depth int, format string, args ...any) {
	fmt.Fprintf(&c.out, strings.Repeat("\t", depth)+format+"\n", args...)
}

func (c *concurrentGo) channel() string { return fmt.Sprintf("c%d", c.r.Intn(3)) }

func (c *concurrentGo) statement(depth int) {
	ch, k := c.channel(), 1+c.r.Intn(9)
	c.line(depth, "runtime.Gosched()")
	switch c.r.Intn(12) {
	case 0, 1, 2:
		c.line(depth, "%s <- %d", ch, k)
	case 3, 4:
		c.line(depth, "add(<-%s)", ch)
	case 5:
		c.line(depth, "if v, ok := <-%s; !ok {\n\t\t\tadd(v + %d)\n\t\t}", ch, k)
	case 6, 7:
		c.line(depth, "select {")
		for range 2 {
			if c.r.Intn(2) == 0 {
				c.line(depth, "case %s <- %d:\n\t\t\tadd(%d)", c.channel(), k, c.r.Intn(5))
			} else {
				c.line(depth, "case v := <-%s:\n\t\t\tadd(v + %d)", c.channel(), c.r.Intn(5))
			}
		}
		if c.r.Intn(3) == 0 {
			c.line(depth, "default:\n\t\t\tadd(%d)", k)
		}
		c.line(depth, "}")
	case 8:
		c.line(depth, "close(%s)", ch)
	case 9:
		c.line(depth, "y.Add(%d)", k)
	case 10:
		c.line(depth, "rw.RLock()\n\t\ty.Add(int32(x2))\n\t\trw.RUnlock()")
	case 11:
		c.line(depth, "rw.Lock()\n\t\tx2++\n\t\trw.Unlock()")
	}
}

func (c *concurrentGo) function(n int) {
	c.line(0, `func g%d() int {
	var mu sync.Mutex
	var rw sync.RWMutex
	var wg sync.WaitGroup
	var y atomic.Int32
	x, x2 := 0, 0
	add := func(v int) {
		mu.Lock()
		x = (x*3 + v) %% 1000
		mu.Unlock()
	}
	c0, c1, c2 := make(chan int), make(chan int, 1), make(chan int, 2)
	_, _, _, _, _ = c0, c1, c2, add, &rw`, n)
	goroutines := 2 + c.r.Intn(2)
	for range goroutines {
		c.line(1, "wg.Add(1)\n\tgo func() {\n\t\tdefer wg.Done()\n\t\tdefer caught(&y)")
		for range 1 + c.r.Intn(3) {
			c.statement(2)
		}
		c.line(1, "}()")
	}
	c.line(1, "wg.Wait()\n\treturn x*1000 + int(y.Load()) + x2*100\n}\n")
	c.line(0, "func main%d() { println(g%d()) }\n", n, n)
}

// TestGoOutcomes executes random concurrent programs as the go command compiles them: each outcome must be
// one that some execution of the model has.
func TestGoOutcomes(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command is installed")
	}
	for seed := range testflag.Seeds(1) {
		const functions, times = 4, 100
		c := &concurrentGo{r: rand.New(rand.NewSource(seed))}
		c.out.WriteString("package main\n\nimport (\n\t\"os\"\n\t\"runtime\"\n\t\"strconv\"\n" +
			"\t\"sync\"\n\t\"sync/atomic\"\n)\n\n" +
			"func caught(y *atomic.Int32) {\n\tif recover() != nil {\n\t\ty.Add(500)\n\t}\n}\n\n")
		for i := range functions {
			c.function(i)
		}
		c.out.WriteString("func main() {\n\tn, _ := strconv.Atoi(os.Args[1])\n\tfor range 100 {\n")
		for i := range functions {
			fmt.Fprintf(&c.out, "\t\tif n == %d {\n\t\t\tmain%d()\n\t\t}\n", i, i)
		}
		c.out.WriteString("\t}\n}\n")
		file := filepath.Join(t.TempDir(), "main.go")
		if err := os.WriteFile(file, []byte(c.out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		binary := filepath.Join(t.TempDir(), "outcomes")
		if out, err := exec.Command("go", "build", "-o", binary, file).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		for i := range functions {
			compareOutcomes(t, fmt.Sprintf("seed %d, g%d", seed, i), file, binary, i, times)
		}
	}
}

const blocked = "blocked"

func compareOutcomes(t *testing.T, name, file, binary string, n, times int) {
	t.Helper()
	real := map[string]int{}
	for left := times; left > 0; {
		var out bytes.Buffer
		cmd := exec.Command(binary, fmt.Sprint(n))
		cmd.Stderr = &out
		err := cmd.Run()
		for line := range strings.SplitSeq(out.String(), "\n") {
			switch {
			case strings.Contains(line, "all goroutines are asleep"):
				real[blocked]++
				left--
			case err == nil && line != "" || len(line) > 0 && strings.Trim(line, "0123456789") == "":
				real[line]++
				left--
			}
		}
		if err != nil && !strings.Contains(out.String(), "all goroutines are asleep") {
			t.Fatalf("%s: %v\n%s", name, err, out.String())
		}
	}
	r, err := settle.Task{Files: []string{file}, Entry: fmt.Sprintf("main%d", n)}.Settle()
	if err != nil {
		t.Fatal(err)
	}
	prog, _, err := settle.Load(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	model := map[string]int{}
	missing := func() (list []string) {
		for r := range real {
			if model[r] == 0 {
				list = append(list, r)
			}
		}
		slices.Sort(list)
		return list
	}
	for run := range 500 {
		if run >= 100 && len(missing()) == 0 {
			break
		}
		var out bytes.Buffer
		o, _, err := interp.Run(context.Background(), prog,
			interp.RunOptions{Seed: uint64(run), ErrOutput: &out})
		if err != nil {
			t.Fatal(err)
		}
		switch o.Kind {
		case interp.Exited:
			model[strings.TrimSpace(out.String())]++
		case interp.Deadlock:
			model[blocked]++
		default:
			t.Fatalf("%s: %v %s", name, o.Kind, o.What)
		}
	}
	for _, m := range missing() { // random executions may not have found it
		task := Task{Files: []string{file}, Entry: fmt.Sprintf("main%d", n),
			Property: string(property.NoDeadlock)}
		if m != blocked {
			task = isReached(t, file, n, m)
		}
		o, err := Check(context.Background(), task, Options{Timeout: 2 * time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		if o.Result.Verdict.Kind == property.True {
			t.Errorf("%s: no execution of the model ends with %s; real ones %v, of the model %v", name, m,
				real, model)
		} else {
			t.Logf("%s: %s is %v", name, m, o.Result.Verdict)
		}
	}
}

// isReached asks whether a function returns a value, which is a panic then.
func isReached(t *testing.T, file string, n int, value string) Task {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "main.go")
	asked := fmt.Sprintf("\nfunc reached() {\n\tif g%d() == %s {\n\t\tpanic(1)\n\t}\n}\n", n, value)
	if err := os.WriteFile(other, append(text, asked...), 0o600); err != nil {
		t.Fatal(err)
	}
	return Task{Files: []string{other}, Entry: "reached", Property: string(property.NoPanic)}
}
