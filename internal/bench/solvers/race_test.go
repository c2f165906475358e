package solvers

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"whittle.dev/internal/bench/process"
	"whittle.dev/internal/english"
)

// TestMain lets the test binary play a solver.
func TestMain(m *testing.M) {
	if os.Getenv("BENCH_FAKE") == "" {
		os.Exit(m.Run())
	}
	fakeSolver(os.Args[2], os.Args[3])
}

// fakeSolver plays a solver of the given character, for a file whose name says the answer.
func fakeSolver(character, file string) {
	if log := os.Getenv("BENCH_LOG"); log != "" {
		f, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err == nil {
			fmt.Fprintln(f, character, filepath.Base(file))
			f.Close()
		}
	}
	answer := "sat"
	if strings.Contains(file, "unsat") {
		answer = "unsat"
	}
	switch character {
	case "liar":
		answer = map[string]string{"sat": "unsat", "unsat": "sat"}[answer]
	case "slow":
		for {
			runtime.Gosched()
		}
	case "crash":
		panic("broken")
	case "shy":
		answer = "unknown"
	case "eats":
		buf := bytes.Repeat([]byte{1}, 200<<20)
		time.Sleep(3 * process.Glance)
		buf[0]++
	}
	fmt.Println(answer)
	if filepath.Ext(file) == ".cnf" {
		os.Exit(map[string]int{"sat": 10, "unsat": 20}[answer])
	}
	os.Exit(0)
}

// contenders are fake solvers.
func contenders(t *testing.T, characters ...string) []Contender {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("BENCH_FAKE", "1")
	var out []Contender
	for _, c := range characters {
		out = append(out, Contender{Name: c, Command: []string{exe, "solver", c}})
	}
	return out
}

func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCompare(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{
		"a-sat.cnf": "c a\nc status sat\np cnf 1 0\n", "b-unsat.cnf": "p cnf 1 0\n", "c.txt": "",
	})
	c := Race{Contenders: contenders(t, "honest", "liar", "shy", "crash"), Timeout: time.Minute}
	files, err := c.Files([]string{dir})
	if err != nil || len(files) != 2 {
		t.Fatalf("files %v (%v)", files, err)
	}
	ms, err := c.Run(context.Background(), files)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range ms {
		got = append(got, fmt.Sprintf("%s %s %s %q %q", m.File, m.Solver, m.Answer, m.Want,
			english.Clip(m.Why, 11)))
		if m.CPU <= 0 || m.Wall <= 0 || m.Memory < 1<<20 {
			t.Errorf("no resources: %+v", m)
		}
	}
	want := []string{
		`a-sat.cnf honest sat "sat" ""`, `a-sat.cnf liar unsat "sat" ""`,
		`a-sat.cnf shy unknown "sat" "exit code 0"`, `a-sat.cnf crash unknown "sat" "exit cod..."`,
		`b-unsat.cnf honest unsat "" ""`, `b-unsat.cnf liar sat "" ""`,
		`b-unsat.cnf shy unknown "" "exit code 0"`, `b-unsat.cnf crash unknown "" "exit cod..."`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	table := NewTable(c.Contenders, ms)
	wantDis := []string{
		"a-sat.cnf: liar says unsat, the file says sat",
		"a-sat.cnf: liar says unsat, honest says sat",
		"b-unsat.cnf: liar says sat, honest says unsat",
	}
	if diff := cmp.Diff(wantDis, table.Disagreements); diff != "" {
		t.Error(diff)
	}
}

// TestCompareOrder looks at the order in which solvers run: it changes from file to file.
func TestCompareOrder(t *testing.T) {
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	t.Setenv("BENCH_LOG", log)
	writeFiles(t, dir, map[string]string{"a.smt2": "", "b.smt2": "", "c.smt2": ""})
	c := Race{Language: SMTLIB, Contenders: contenders(t, "one", "two"), Timeout: time.Minute,
		Results: filepath.Join(dir, "r.jsonl")}
	files, err := c.Files([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	first, err := c.Run(context.Background(), files[:2])
	if err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(log)
	if got := strings.Join(strings.Fields(string(text)),
		" "); got != "one a.smt2 two a.smt2 two b.smt2 one b.smt2" {
		t.Errorf("the order was %s", got)
	}
	// Only what is missing is run again.
	os.Remove(log)
	resumed := 0
	c.Done = func(_ Measure, old bool) {
		if old {
			resumed++
		}
	}
	all, err := c.Run(context.Background(), files)
	if err != nil {
		t.Fatal(err)
	}
	text, _ = os.ReadFile(log)
	if got := strings.Join(strings.Fields(string(text)), " "); got != "one c.smt2 two c.smt2" ||
		resumed != 4 {
		t.Errorf("the second time: %s; %d resumed", got, resumed)
	}
	if diff := cmp.Diff(first, all[:4]); diff != "" {
		t.Error(diff)
	}
	c.Timeout++
	if _, err := c.Run(context.Background(), files); err == nil {
		t.Error("results of other limits are taken")
	}
}

func TestCompareLimits(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"x-sat.cnf": "p cnf 1 0\n"})
	file := []string{filepath.Join(dir, "x-sat.cnf")}
	c := Race{Contenders: contenders(t, "slow", "honest"), Timeout: time.Second}
	ms, err := c.Run(context.Background(), file)
	if err != nil {
		t.Fatal(err)
	}
	if ms[0].Answered() || ms[0].Why == "" || ms[0].CPU > 5 || !ms[1].Answered() {
		t.Errorf("got %+v", ms)
	}
	p := NewTable(c.Contenders, ms).Pairs[0]
	if p.Both != 0 || len(p.OnlyOther) != 1 || len(p.OnlyFirst) != 0 || p.Time != 0 {
		t.Errorf("got %+v", p)
	}
	if runtime.GOOS == "linux" {
		c = Race{Contenders: contenders(t, "eats"), Timeout: time.Minute}
		ms, err = c.Run(context.Background(), file)
		if err != nil || !ms[0].Answered() || ms[0].Memory < 200<<20 {
			t.Errorf("memory: %+v (%v)", ms, err)
		}
		c.Memory = 50 << 20
		ms, err = c.Run(context.Background(), file)
		if err != nil || ms[0].Why != "out of memory" {
			t.Errorf("memory limit: %+v (%v)", ms, err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	c = Race{Contenders: contenders(t, "slow"), Timeout: time.Minute}
	if ms, err := c.Run(ctx, file); err == nil || len(ms) != 0 {
		t.Errorf("interrupted: %v (%v)", ms, err)
	}
}
