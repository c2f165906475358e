package solvers

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"whittle.dev/internal/bench/process"
	"whittle.dev/internal/bench/results"
	"whittle.dev/internal/limits"
)

// Contender is a solver that is compared with others.
type Contender struct {
	Name string `json:"name"`
	// Command is the program and its arguments; the file comes last.
	Command []string `json:"command"`
	// Build identifies the version, in the results file.
	Build string `json:"build,omitempty"`
}

// Measure is what one solver did with one file.
type Measure struct {
	File   string `json:"file"` // its base name
	Solver string `json:"solver"`
	// Answer is "sat", "unsat" or "unknown"; of a script with several checks, one
	// word for each with spaces between them.
	Answer string  `json:"answer"`
	Want   string  `json:"expected,omitempty"` // as the file says
	Why    string  `json:"why,omitempty"`      // there is no answer
	CPU    float64 `json:"cpu_s"`              // user and system time
	Wall   float64 `json:"wall_s"`
	Memory uint64  `json:"memory_bytes"` // peak resident memory
}

// Race says how solvers are compared.
type Race struct {
	Language   Language
	Contenders []Contender // the first one is compared with each of the others
	// Timeout bounds the CPU time of one process, in whole seconds; 0: none. The wall
	// time is bounded by four times as much, since the machine may be busy.
	Timeout time.Duration
	Memory  uint64 // of one process, in bytes; 0: no limit
	// Results is the file to resume from and append to; empty: none.
	Results string
	// Done is called as each process ends or its record is found in the results file; may be nil.
	Done func(m Measure, resumed bool)
}

// header is the first line of a results file.
type header struct {
	Version    int         `json:"version"`
	Language   string      `json:"language"`
	Contenders []Contender `json:"contenders"`
	Timeout    float64     `json:"cpu_limit_s"`
	Memory     uint64      `json:"memory_limit_bytes"`
}

// Patience is how many times as much wall as CPU time a process gets.
const Patience = 4

// Files returns the files of a language below the given folders, and the given files,
// sorted within each folder.
func (c Race) Files(args []string) ([]string, error) {
	var out []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			out = append(out, arg)
			continue
		}
		entries, err := os.ReadDir(arg)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if !e.IsDir() && filepath.Ext(e.Name()) == c.Language.Extension() {
				out = append(out, filepath.Join(arg, e.Name()))
			}
		}
	}
	seen := map[string]string{}
	for _, f := range out {
		base := filepath.Base(f)
		if other, ok := seen[base]; ok {
			return nil, fmt.Errorf("two files are called %s: %s and %s", base, other, f)
		}
		seen[base] = f
	}
	return out, nil
}

// Run gives each file to each contender, one process after the other. Which contender is the first one
// changes from file to file, so that what else happens on the machine hits all of them alike. The records are
// in the order of the files, and for each file in the order of the contenders. When ctx ends, the process
// that runs is killed, its record is missing, and the error is that of the context.
func (c Race) Run(ctx context.Context, files []string) ([]Measure, error) {
	var file *results.File[Measure]
	if c.Results != "" {
		h := header{1, c.Language.String(), c.Contenders, c.Timeout.Seconds(), c.Memory}
		var err error
		if file, err = results.Open(c.Results, h, Measure.key); err != nil {
			return nil, err
		}
		defer file.Close()
	}
	var out []Measure
	for i, name := range files {
		want, err := c.Language.expected(name)
		if err != nil {
			return out, err
		}
		row := make([]Measure, 0, len(c.Contenders))
		for k := range c.Contenders {
			who := c.Contenders[(i+k)%len(c.Contenders)]
			m := Measure{File: filepath.Base(name), Solver: who.Name}
			resumed := false
			if file != nil {
				if old, ok := file.Done[m.key()]; ok {
					m, resumed = old, true
				}
			}
			if !resumed {
				m.Want = want
				u := c.process(who, name).Run(ctx)
				if ctx.Err() != nil {
					return append(out, c.sorted(row)...), context.Cause(ctx)
				}
				m.take(c.Language, u)
				if file != nil {
					if err := file.Add(m); err != nil {
						return out, fmt.Errorf("%s: %w", c.Results, err)
					}
				}
			}
			row = append(row, m)
			if c.Done != nil {
				c.Done(m, resumed)
			}
		}
		out = append(out, c.sorted(row)...)
	}
	return out, nil
}

func (m Measure) key() string { return m.File + "\t" + m.Solver }

// sorted puts the records of one file in the order of the contenders.
func (c Race) sorted(row []Measure) []Measure {
	place := func(m Measure) int {
		return slices.IndexFunc(c.Contenders, func(x Contender) bool { return x.Name == m.Solver })
	}
	slices.SortFunc(row, func(a, b Measure) int { return place(a) - place(b) })
	return row
}

func (c Race) process(who Contender, file string) process.Command {
	args := append(slices.Clone(who.Command[1:]), file)
	return process.Command{Path: who.Command[0], Args: args,
		Limits: process.Limits{CPU: c.Timeout, Wall: Patience * c.Timeout, Memory: c.Memory}}
}

// take reads what a process left.
func (m *Measure) take(l Language, u process.Usage) {
	m.CPU, m.Wall = u.CPU.Seconds(), u.Wall.Seconds()
	// The system's number is that of this process if the other one needed less.
	m.Memory = u.Peak
	if own := limits.Peak(0); u.Peak <= own && u.Seen > 0 {
		m.Memory = u.Seen
	}
	m.Answer, m.Why = "unknown", u.Killed
	if u.Killed != "" {
		return
	}
	if u.Err != nil {
		m.Why = u.Err.Error()
		return
	}
	m.Answer, m.Why = l.answer(u)
}
