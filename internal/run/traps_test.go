package run_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"whittle.dev/internal/engine"
	bmcswitches "whittle.dev/internal/engine/bmc/switches"
	cedsswitches "whittle.dev/internal/engine/ceds/switches"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/testing/gcc"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/testing/traps"
)

// trapFlags are what an archive may set under "flags".
var trapFlags = map[string]func(*run.Task){
	"may-fail":         func(t *run.Task) { t.MayFail = run.AllFail },
	"may-fail-checked": func(t *run.Task) { t.MayFail = settle.CheckedFail },
	"extern-writes":    func(t *run.Task) { t.ExternWrites = true },
	"volatile-atomic":  func(t *run.Task) { t.Volatile = "atomic" },
	"volatile-race":    func(t *run.Task) { t.Volatile = "race" },
}

const (
	// trapSwitches is how many configurations with other switches a run tries on a trap, of each
	// group; which ones differs from trap to trap.
	trapSwitches = 1
	// trapUnwind and trapStates bound what such a configuration does, and engines that need not decide;
	// trapLoops is for traps that no engine decides.
	trapUnwind, trapLoops, trapStates, trapSteps = 4, 64, 500, 20_000
	// trapPatience ends what need not decide a trap: with handlers of signals, formulas grow large.
	trapPatience = 10 * time.Second
	// trapEnumerated bounds the enumeration of a trap.
	trapEnumerated = 1_000
)

// TestTraps is the law of the traps (package traps says what is in an archive): each engine gives the right
// verdict with its default switches, no configuration gives a wrong one, and an enumeration of all executions
// finds what is said. An ordinary run asks one engine about a trap, and others with another -seed, as
// .ci/run does after it; half of the traps are built by gcc in the one run, half in the other. The front end
// runs once for each trap.
func TestTraps(t *testing.T) {
	all, err := traps.Read(filepath.Join("testdata", "traps"))
	if err != nil {
		t.Fatal(err)
	}
	groups := trapGroups()
	for _, tr := range all {
		if !testflag.Only(tr.Name) {
			continue
		}
		t.Run(tr.Name, func(t *testing.T) {
			t.Parallel()
			(&trapTest{T: t, Trap: tr}).run(groups)
		})
	}
}

// trapConfiguration is an engine with some switches.
type trapConfiguration struct {
	name, engine string
	engineFor    func(x *trapTest) (engine.Engine, error)
	weak         bool // it need not decide
	properties   []property.Property
}

// trapGroups are the configurations of the engines apart from the default ones: those of bmc, of pbmc, of
// ceds, of pdr, of slab, of cpa, of dpr and of modular.
func trapGroups() [][]trapConfiguration {
	reach := []property.Property{property.UnreachCall, property.NoOverflow}
	uses := append(slices.Clone(reach), property.ValidDeref, property.ValidFree)
	var events, steps, ceds []trapConfiguration
	for _, c := range bmcswitches.All()[1:] {
		tc := trapConfiguration{name: c.Name, engine: "bmc", weak: c.Weak,
			properties: append(slices.Clone(uses), property.NoDataRace)}
		c.Events.MaxSteps, c.Events.MaxPairs = trapSteps, trapSteps
		tc.engineFor = func(*trapTest) (engine.Engine, error) { return c.OnLowered() }
		switch {
		case c.Steps == nil:
			events = append(events, tc)
		case !c.Slow || testflag.Deep():
			tc.engine, tc.properties, tc.weak = "pbmc", reach[:1], true // it stops at a depth
			tc.engineFor = func(x *trapTest) (engine.Engine, error) {
				s := *c.Steps
				s.Depth = x.depth()
				c.Steps = &s
				return c.OnLowered()
			}
			steps = append(steps, tc)
		}
	}
	for _, c := range cedsswitches.Configurations()[1:] {
		ceds = append(ceds, trapConfiguration{name: c.Name, engine: "ceds", weak: c.Weak,
			properties: append(slices.Clone(uses), property.NoDataRace, property.NoDeadlock),
			engineFor: func(x *trapTest) (engine.Engine, error) {
				return c.Engine(10*trapStates, x.folder)
			}})
	}
	return [][]trapConfiguration{events, steps, ceds, pdrConfigurations(uses), slabConfigurations(uses),
		cpaConfigurations(append(slices.Clone(uses), property.NoDataRace)),
		dprConfigurations(append(slices.Clone(reach), property.NoDataRace)),
		modularConfigurations(append(slices.Clone(uses), property.NoDataRace))}
}

// trapTest is the test of one trap.
type trapTest struct {
	*testing.T
	traps.Trap
	loaded *run.Loaded
	truth  *enumerate.Result // nil: none
	folder func() string     // for answers of the engine ceds
}

// run checks the trap.
func (x *trapTest) run(groups [][]trapConfiguration) {
	x.folder = sync.OnceValue(x.TempDir)
	file := filepath.Join(x.TempDir(), "prog"+x.Ext)
	if err := os.WriteFile(file, []byte(x.Text), 0o666); err != nil {
		x.Fatal(err)
	}
	task := run.Task{Files: []string{file}, Property: x.Property, DataModel: x.DataModel}
	for _, f := range x.Flags {
		set := trapFlags[f]
		if set == nil {
			x.Fatalf("unknown flag %q", f)
		}
		set(&task)
	}
	var err error
	x.loaded, err = run.Load(x.Context(), task)
	switch {
	case x.Want == "error" && (err == nil || !strings.Contains(err.Error(), x.Words)):
		x.Errorf("got the error %v, want %q", err, x.Words)
	case x.Want != "error" && err != nil:
		x.Error(err)
	case x.Want != "error":
		x.enumerate()
		x.defaults()
		x.switched(groups)
	}
	if x.GCC != nil && slices.Contains(testflag.Turn("gcc builds "+x.Name, 1, 2), 0) {
		x.build(file)
	}
}

// defaults asks engines as users do: one in an ordinary run, others with a larger scale, and auto for the
// reason of an unknown, which is its own.
func (x *trapTest) defaults() {
	var asked []string
	for _, e := range run.Engines() {
		switch {
		case e == "pbmc" || e == "pdr" || e == "slab" || e == "cpa" || e == "dpr" || e == "modular" ||
			e == "graphs":
			// They answer few questions, and are tried with other switches.
		case (e == "liveness") != (x.Property == string(property.NoStarvation)) && e != "auto":
			// It decides that, and no other engine does.
		case (e == "ranking") != (x.Property == string(property.Termination)) && e != "auto":
			// It decides termination, and no other engine does.
		case e == "auto" && x.Want != "unknown" && len(x.Engines) == 0:
			// It says what the engines say one by one.
		default:
			asked = append(asked, e)
		}
	}
	turn := testflag.Turn("engine of "+x.Name, 1, len(asked))
	for i, e := range asked {
		must := x.Decides(e) || e == "auto" && x.Want != "unknown"
		if e != "auto" && !slices.Contains(turn, i) {
			continue
		}
		opt := run.Options{Engine: e, BugDir: x.TempDir()}
		ends := x.Property == string(property.Termination) // a bound is for bmc, which does not decide that
		if !must && !ends {
			opt.MaxUnwind, opt.Set = trapUnwind, map[string]string{"ceds.max-states": fmt.Sprint(trapStates)}
			opt.Timeout = trapPatience
		}
		if x.Want == "unknown" && !ends {
			opt.MaxUnwind = trapLoops
		}
		o, err := x.loaded.Check(x.Context(), opt, nil)
		if reason := x.judge(e, o, err, must); e == "auto" && o.Verdict.Kind == property.Unknown &&
			!strings.Contains(reason, x.Words) {
			x.Errorf("%s: the reason is %q, want %q in it", e, reason, x.Words)
		}
	}
}

// switched tries configurations with other switches on every second trap, on the others with the next -seed:
// those of one engine, or of more with a larger scale, and so many of each as the scale says.
func (x *trapTest) switched(groups [][]trapConfiguration) {
	if !slices.Contains(testflag.Turn("switches of "+x.Name, 1, 2), 0) {
		return
	}
	for _, g := range testflag.Turn(x.Name, 1, len(groups)) {
		group := groups[g]
		group = slices.DeleteFunc(slices.Clone(group), func(c trapConfiguration) bool {
			return !slices.Contains(c.properties, property.Property(x.Property))
		})
		for _, i := range testflag.Turn(x.Name, trapSwitches, len(group)) {
			c := group[i]
			e, err := c.engineFor(x)
			if err != nil {
				x.Fatalf("%s: %v", c.name, err)
			}
			must := x.Switches != "" && x.Decides(c.engine) && !c.weak
			if !must && c.engine != "ceds" {
				e = patient{e, min(trapLooks, int64(testflag.Times(trapLooks/3)))}
			}
			o, err := x.loaded.Check(x.Context(), run.Options{MaxUnwind: trapUnwind, BugDir: x.TempDir()},
				e)
			x.judge(c.name, o, err, must)
		}
	}
}

// trapLooks is how often an engine that need not decide looks at its context before it ends, a third of that
// in an ordinary run: a limit that does not depend on the machine.
const trapLooks = 3_000

// patient ends the context of an engine after so many looks.
type patient struct {
	engine.Engine
	looks int64
}

// Check implements engine.Engine.
func (p patient) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	return p.Engine.Check(&countdown{Context: ctx, left: p.looks}, t)
}

// countdown is a context that ends.
type countdown struct {
	context.Context
	left  int64
	looks atomic.Int64
}

// Err implements context.Context.
func (c *countdown) Err() error {
	if c.looks.Add(1) > c.left {
		return context.Canceled
	}
	return c.Context.Err()
}

// judge looks at an answer, which must be known if must is set. It returns the reason.
func (x *trapTest) judge(how string, o run.Outcome, err error, must bool) string {
	x.Helper()
	if err != nil {
		x.Errorf("%s: %v", how, err)
		return ""
	}
	got := o.Verdict.Kind.String()
	reason := o.Result.Why
	if o.Result.Pos.IsValid() {
		reason = fmt.Sprintf("line %d: %s", o.Result.Pos.Line, reason)
	}
	switch {
	case o.BugReport != "":
		x.Errorf("%s: %s", how, reason)
	case got != "unknown" && got != x.Want:
		x.Errorf("%s: wrong verdict %s, want %s", how, o.Verdict, x.Want)
	case got != x.Want && must:
		x.Errorf("%s: got %s (%s), want %s", how, o.Verdict, reason, x.Want)
	case got == "true" && x.truth != nil && len(x.truth.Undefined) > 0 && len(o.Result.Assumed) == 0:
		x.Errorf("%s: holds without an assumption, but there is undefined behaviour: %s", how,
			x.truth.Undefined[0].Outcome.What)
	}
	return reason
}

// enumerate looks for all executions of a small trap, in the layout of the interpreter.
func (x *trapTest) enumerate() {
	races, deadlocks := x.Property == string(property.NoDataRace), x.Property == string(property.NoDeadlock)
	if !slices.Contains(testflag.Turn(x.Name, 1, 2), 0) {
		return // it is the turn of other traps
	}
	asked := property.Property(x.Property)
	if !races && !deadlocks && asked != property.UnreachCall && !asked.Memory() {
		return
	}
	truth, err := enumerate.Run(x.Context(), x.loaded.Program,
		enumerate.Options{MaxStates: trapEnumerated, AllBits: 8, Races: races, Circles: deadlocks})
	if err != nil {
		x.Errorf("enumeration: %v", err)
		return
	}
	x.truth = truth
	invalid := slices.ContainsFunc(truth.Undefined, func(f enumerate.Found) bool {
		return f.Outcome.Property != "" && asked.Covers(f.Outcome.Property)
	})
	found := len(truth.Violations)+len(truth.Races) > 0 || invalid || deadlocks && len(truth.Deadlocks) > 0
	switch {
	case found && x.Want == "true":
		x.Errorf("the enumeration finds a violation, want %s", x.Want)
	case !found && x.Want == "false" && x.Switches != "" && truth.Complete && !truth.Sampled &&
		len(truth.Undefined)+len(truth.Unsupported) == 0:
		x.Errorf("the enumeration finds no violation, want %s", x.Want)
	}
}

// depth is the depth to which the engine pbmc searches: the length of the shortest violation that is known.
func (x *trapTest) depth() int {
	if x.truth == nil || len(x.truth.Violations) == 0 {
		return 8
	}
	least := len(x.truth.Violations[0].Trace.Schedule)
	for _, v := range x.truth.Violations {
		least = min(least, len(v.Trace.Schedule))
	}
	return least
}

// build runs what gcc makes of a trap.
func (x *trapTest) build(file string) {
	x.Helper()
	if runtime.GOARCH != "amd64" {
		x.Skip("not compared with gcc, whose types may differ here")
	}
	binary := strings.TrimSuffix(file, ".c")
	var flags []string
	args := []string{"-w", "-pthread", "-o", binary, file}
	if x.GCC[0] != "yes" {
		flags, args = x.GCC, append(slices.Clone(x.GCC), args...)
	}
	if why := gcc.Missing(flags...); why != "" {
		x.Skip(why)
	}
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		x.Errorf("gcc: %v\n%s", err, out)
		return
	}
	cmd := exec.CommandContext(x.Context(), binary)
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.CombinedOutput()
	if failed := err != nil; failed != (x.Want == "false") {
		x.Errorf("gcc's build: %v, want verdict %s\n%s", err, x.Want, out)
	}
}
