package pdr_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/pdr"
	"whittle.dev/internal/frontend/vmt"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/ts/inductive"
	"whittle.dev/smt"
	"whittle.dev/smt/process"
	"whittle.dev/term"
)

var corpus = flag.String("corpus", "", "pattern of files below the systems of the benchmarks")
var corpusTime = flag.Duration("corpus-time", 10*time.Second, "")
var useZ3 = flag.Bool("use-z3", false, "")

func TestCorpus(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join("../../../../shared/benchmarks/systems", *corpus))
	if *corpus == "" || len(files) == 0 {
		t.Skip()
	}
	var cfg pdr.Config
	if *useZ3 {
		cfg.Solver = func(st *term.Store) smt.Solver {
			s, err := process.New(st, process.Config{Command: "z3"})
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(f, ".vmt") {
			continue
		}
		sys, err := vmt.Read(&source.Files{}, f, text)
		if err != nil {
			t.Error(err)
			continue
		}
		sys.Terms.Freeze()
		ctx, cancel := context.WithTimeout(t.Context(), *corpusTime)
		start := time.Now()
		var log []string
		res, err := pdr.New(cfg).Check(ctx, engine.Task{System: sys, Goal: engine.AllGoals,
			Property: property.Bad, Events: func(e engine.Event) {
				log = append(log, fmt.Sprint(e.Stage, " ", e.Bound, " ", e.Detail))
			}})
		cancel()
		if err != nil {
			t.Error(f, err)
			continue
		}
		cert := ""
		if res.Invariant != nil {
			own := *sys
			own.Terms = res.Invariant.Terms
			c := inductive.Claim{System: &own, Invariant: res.Invariant.Cond, Goals: (engine.Task{System: sys, Goal: -1}).Goals()}
			a, err := c.Check(t.Context(), func(st *term.Store) (smt.Solver, error) {
				return process.New(st, process.Config{Command: "z3"})
			})
			cert = fmt.Sprint(a, err)
		}
		var st []string
		for _, s := range res.Stats[:12] {
			st = append(st, fmt.Sprint(s.Name, "=", s.Text()))
		}
		t.Logf("%-40s %-10v %6.2fs %s %s\n      %s\n", filepath.Base(f), res.Verdict, time.Since(start).Seconds(), res.Why, cert, st)
		if testing.Verbose() && os.Getenv("LOG") != "" {
			t.Log(strings.Join(log, "\n"))
		}
	}
}
