package taskrun

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"time"

	"whittle.dev/internal/bench/proctree"
	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cli"
)

// Limits are the flags that say how tasks are run. A CPU of 0 is no limit.
type Limits struct {
	Jobs, Procs cli.Count
	Wall, CPU   cli.Duration
	Memory      cli.Size
	Results     string // the file that results are appended to
	Verbose     bool   // a line as each task ends
}

// Configure completes a configuration: tasks are run by the program whittle, unless a configuration names
// another tool, with this process as their supervisor. Progress goes to stderr, until the returned
// function is called.
func (l Limits) Configure(config *tasks.Config, whittle string, total int, stderr io.Writer) (
	end func(), err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if config.Build, err = HashFile(whittle); err != nil {
		return nil, err
	}
	config.Command, config.Supervisor = []string{whittle, "check", "--json"}, []string{self, proctree.Command}
	config.Jobs, config.Procs, config.Results = int(l.Jobs), int(l.Procs), l.Results
	config.CPU, config.Wall, config.Memory = time.Duration(l.CPU), time.Duration(l.Wall), uint64(l.Memory)
	p := cli.NewProgress(stderr, false)
	config.Done = l.done(p, total, stderr)
	return p.Clear, nil
}

// done counts and shows each result.
func (l Limits) done(p *cli.Progress, total int, stderr io.Writer) func(tasks.Record, bool) {
	n := 0
	scores := map[tasks.Score]int{}
	return func(r tasks.Record, resumed bool) {
		n++
		scores[r.Score]++
		if l.Verbose && !resumed {
			p.Wipe()
			fmt.Fprintf(stderr, "%4d/%d  %-8s %-22s %7.2f s %6.0f MB  %s %s\n", n, total, r.Score,
				r.Verdict, r.Wall, float64(r.Memory)/1e6, r.Name, r.Config)
		}
		p.Show(fmt.Sprintf("%d of %d: %d right, %d wrong, %d unknown, %d failed; last %s", n, total,
			scores[tasks.Right], scores[tasks.Wrong], scores[tasks.Unknown], scores[tasks.Failed], r.Name))
	}
}

// Self is the file of the program that runs, and what identifies its build.
func Self() (exe, build string, err error) {
	if exe, err = os.Executable(); err != nil {
		return "", "", err
	}
	build, err = HashFile(exe)
	return exe, build, err
}

// HashFile identifies the build that is measured.
func HashFile(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}
