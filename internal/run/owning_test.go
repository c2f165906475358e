package run_test

import (
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/randprog"
	"whittle.dev/internal/testing/testflag"
)

// TestOwningPrograms compares verdicts about random programs that allocate, lock and free with an enumeration
// of all executions: those of each engine about each property, and those of a run about all of them.
func TestOwningPrograms(t *testing.T) {
	t.Parallel()
	o := owningTest{T: t, counts: map[string]int{}}
	for seed := range testflag.Seeds(2) {
		o.seed, o.text = seed, randprog.NewOwning(seed)
		o.program()
	}
	for _, what := range slices.Sorted(maps.Keys(o.counts)) {
		t.Log(what, o.counts[what])
	}
}

// owningTest is the test with one of the programs.
type owningTest struct {
	*testing.T
	seed   int64
	text   string
	truth  map[property.Property]property.Kind // by part; Unknown where the enumeration does not end
	counts map[string]int
}

// program compares what is said of one program.
func (x *owningTest) program() {
	parts := slices.DeleteFunc(append(property.Default().Parts(), property.ValidMemcleanup),
		func(p property.Property) bool { return !testflag.Only(string(p)) })
	x.truth = map[property.Property]property.Kind{}
	for _, p := range parts {
		x.enumerate(p)
	}
	engines := []string{"auto", "bmc", "ceds", []string{"dpr", "cpa", "modular"}[x.seed%3]}
	turn := append([]int{0}, testflag.Turn(fmt.Sprint(x.seed), 1, len(engines))...)
	slices.Sort(turn)
	limits := []time.Duration{10 * time.Second, time.Second / 2, time.Second / 2, time.Second / 10}
	for _, k := range slices.Compact(turn) {
		// Two properties alone, and all together: to ask for each alone would take most of the time.
		alone := map[property.Property]property.Verdict{}
		for i := range min(2, len(parts)) {
			p := parts[(int(x.seed)+i*(k+1))%len(parts)]
			o := x.check(p, engines[k], min(limits[k], time.Second))
			x.judge(engines[k], p, o, x.truth[p])
			alone[p] = o.Verdict
		}
		x.together(engines[k], property.Join(parts...), limits[k], alone)
	}
}

// task is the program with what is asked of it.
func (x *owningTest) task(p property.Property) run.Task {
	return run.Task{Files: []string{"t.c"}, Property: string(p), Read: func(file string) ([]byte, error) {
		if file != "t.c" {
			return nil, fs.ErrNotExist
		}
		return []byte(x.text), nil
	}}
}

// comparesBlocks finds comparisons of pointers to blocks.
var comparesBlocks = regexp.MustCompile(`\b[pql] [!=]= [pql]\b`)

// enumerate notes whether a property holds, if that comes to an end.
func (x *owningTest) enumerate(p property.Property) {
	loaded, err := run.Load(x.Context(), x.task(p))
	if err != nil {
		x.Fatalf("seed %d: %v\n%s", x.seed, err, x.text)
	}
	res, err := enumerate.Run(x.Context(), loaded.Program, enumerate.Options{MaxStates: 5_000, AllBits: 8,
		Races: p == property.NoDataRace, Circles: p == property.NoDeadlock})
	if err != nil {
		x.Fatalf("seed %d: %v\n%s", x.seed, err, x.text)
	}
	violated := len(res.Races) > 0 || p == property.NoDeadlock && len(res.Deadlocks) > 0 ||
		slices.ContainsFunc(append(res.Violations, res.Undefined...), func(f enumerate.Found) bool {
			return f.Outcome.Property == p
		})
	switch {
	case violated:
		x.truth[p] = property.False
	case strings.Contains(x.text, "free(") && comparesBlocks.MatchString(x.text):
		return // the enumeration never gives an address again, and such a program may tell
	case res.Complete && !res.Sampled && len(res.Unsupported) == 0:
		x.truth[p] = property.True
	default:
		return
	}
	x.counts[fmt.Sprintf("the enumeration: %s is %s:", p, x.truth[p])]++
}

// check has an engine answer.
func (x *owningTest) check(p property.Property, eng string, limit time.Duration) run.Outcome {
	o, err := run.Check(x.Context(), x.task(p), run.Options{Engine: eng, Timeout: limit,
		BugDir: x.TempDir()})
	if err != nil {
		x.Fatalf("seed %d, %s, %s: %v\n%s", x.seed, p, eng, err, x.text)
	}
	return o
}

// judge compares an answer with the truth, if that is known.
func (x *owningTest) judge(how string, p property.Property, o run.Outcome, truth property.Kind) {
	x.counts[how+": "+o.Verdict.Kind.String()]++
	switch {
	case o.BugReport != "":
		x.Errorf("seed %d, %s, %s: %s\n%s", x.seed, how, p, o.Result.Why, x.text)
	case o.Verdict.Kind != property.Unknown && truth != property.Unknown && o.Verdict.Kind != truth:
		x.Errorf("seed %d, %s: %s is %s (%s), and %s by enumeration\n%s", x.seed, how, p, o.Verdict,
			o.Result.Why, truth, x.text)
	}
}

// together asks for all properties in one run.
func (x *owningTest) together(eng string, asked property.Property, limit time.Duration,
	alone map[property.Property]property.Verdict) {
	for _, o := range x.check(asked, eng, limit).Several {
		about := o.Property.Parts()
		if o.Verdict.Kind == property.False {
			about = o.Verdict.Property.Parts() // of several the one that is violated
		}
		for _, p := range about {
			x.judge(eng+", together", p, o, x.truth[p])
			if v := alone[p]; v.Kind != property.Unknown && o.Verdict.Kind != property.Unknown &&
				v.Kind != o.Verdict.Kind {
				x.Errorf("seed %d: %s is %s together with others, and %s alone\n%s", x.seed, p, o.Verdict, v,
					x.text)
			}
		}
		if err := witnessError(o); err != nil {
			x.Errorf("seed %d, %s: %v\n%s", x.seed, o.Verdict, err, x.text)
		}
	}
}
