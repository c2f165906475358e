package ceds_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

var (
	lawFull   = flag.Bool("law.full", false, "the law test takes all programs in all configurations, not a sample")
	lawTime   = flag.Duration("law.time", 0, "the law test: limit of one check; 0: 300 ms for a sample, 2 s for all")
	lawStates = flag.Int("law.states", 0, "the law test: states that one check may explore; 0: 3,000 for a sample, 20,000 for all")
	lawCount  = flag.Int("law.count", 0, "the law test: how many random programs of each kind; 0: as the other flags say")
	lawSeed   = flag.Int64("law.seed", 1, "the law test: the first seed of the random programs")
	lawOnly   = flag.String("law.only", "", "the law test: only examples and rows whose names match this expression, and all configurations")
	lawLog    = flag.Bool("law.log", false, "the law test: log each program")
)

// lawProgram is a program whose verdicts are compared.
type lawProgram struct {
	name     string
	program  *cfa.Program
	property property.Property
	// want is the verdict if it is known for sure: by an enumeration, or by who wrote the program.
	want property.Kind
	// undefined: an invalid access or other undefined behaviour was found, so that "holds" needs an assumption.
	undefined bool
	// unwind bounds the engine bmc; 0: it has its time.
	unwind int
	// source is the text of a random program, again how it is compared again.
	source, again string
}

// law compares verdicts.
type law struct {
	t       *testing.T
	configs []lawConfiguration
	// sample: so many configurations are taken for each program, in turn; 0: all.
	sample, turn int
	only         *regexp.Regexp
	limit        time.Duration // of one check
	states       int           // that one check may explore

	programs, compared, agreed int
	reference                  [3]int // verdicts of bmc, by kind
	verdicts                   [3]int // of ceds, by kind
	unknown                    map[string]int
	took                       time.Duration
}

func newLaw(t *testing.T, sample int) *law {
	only, err := regexp.Compile(*lawOnly)
	if err != nil {
		t.Fatal(err)
	}
	l := &law{t: t, configs: lawConfigurations(), sample: sample, only: only, limit: 300 * time.Millisecond, states: 3_000, unknown: map[string]int{}}
	if *lawFull || *lawOnly != "" {
		l.sample, l.limit, l.states = 0, 2*time.Second, 20_000
	}
	if *lawTime > 0 {
		l.limit = *lawTime
	}
	if *lawStates > 0 {
		l.states = *lawStates
	}
	return l
}

// check lets an engine decide a program within the limits. A panic is an error.
func (l *law) check(eng engine.Engine, p *lawProgram) (res engine.Result, err error) {
	ctx, cancel := context.WithTimeout(l.t.Context(), l.limit)
	defer cancel()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return eng.Check(ctx, engine.Task{Program: p.program, Property: p.property, MaxUnwind: p.unwind})
}

// compare checks a program with the engine bmc and in the configurations of this one.
func (l *law) compare(p *lawProgram) {
	l.programs++
	start := time.Now()
	var told []string
	wrong := func(config, format string, args ...any) {
		l.t.Errorf("%s, %s: %s\nagain: go test ./internal/engine/ceds -run '%s$' -law.full -law.time %s -law.states %d %s\n%s",
			p.name, config, fmt.Sprintf(format, args...), l.t.Name(), l.limit, l.states, p.again, p.source)
	}
	ref, err := l.check(bmc.New(bmc.Config{}), p)
	if err != nil {
		wrong("bmc", "%v", err)
	}
	want, whose := p.want, "it is known"
	l.reference[ref.Verdict.Kind]++
	told = append(told, "bmc "+ref.Verdict.Kind.String())
	switch k := ref.Verdict.Kind; {
	case k == property.Unknown:
	case want == property.Unknown:
		want, whose = k, "bmc says"
	case want != k:
		wrong("bmc", "%s, but it is known to be %s", k, want)
	}
	folder := ""
	for i, c := range l.configs {
		if l.sample > 0 && (i+l.turn)%len(l.configs) >= l.sample {
			continue
		}
		cfg := c.cfg
		if cfg.MaxStates = l.states; cfg.Match == "none" {
			cfg.MaxStates /= 5 // loops have no end
		}
		if cfg.CacheDir != "" {
			if folder == "" {
				folder = l.t.TempDir()
			}
			cfg.CacheDir = folder
		}
		eng, err := ceds.New(cfg)
		if err != nil {
			l.t.Fatal(err)
		}
		res, err := l.check(eng, p)
		k := res.Verdict.Kind
		l.verdicts[k]++
		told = append(told, k.String())
		switch {
		case err != nil:
			wrong(c.name, "%v", err)
		case k == property.Unknown:
			l.unknown[lawReason(res.Why)]++
		case want == property.Unknown:
			// Nobody else answers: the next configurations are compared with this one.
			want, whose = k, "so far it was"
		case k != want:
			wrong(c.name, "%s (%s), but %s %s", k, res.Why, whose, want)
		default:
			l.agreed++
		}
		l.compared++
		switch {
		case k == property.True && p.undefined && len(res.Assumed) == 0:
			wrong(c.name, "holds without an assumption, but undefined behaviour was found")
		case k == property.False:
			if _, err := interp.Replay(l.t.Context(), p.program, res.Trace); err != nil {
				wrong(c.name, "the trace does not replay: %v", err)
			}
		}
	}
	l.turn += max(l.sample, 1)
	l.took += time.Since(start)
	if *lawLog {
		l.t.Logf("%s: %s, %.1f s", p.name, strings.Join(told, " "), time.Since(start).Seconds())
	}
}

// lawReason is a reason of an unknown verdict without its details.
func lawReason(why string) string {
	why, _, _ = strings.Cut(why, ":")
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '#'
		}
		return r
	}, why)
}

// report logs the counts. Where too few answers could be compared the test says nothing, and fails.
func (l *law) report() {
	l.t.Logf("%d programs, %d configurations, %.1f s", l.programs, len(l.configs), l.took.Seconds())
	l.t.Logf("bmc: %d true, %d false, %d unknown", l.reference[property.True], l.reference[property.False], l.reference[property.Unknown])
	l.t.Logf("ceds: %d checks, %d true, %d false, %d unknown; %d agree with another answer", l.compared,
		l.verdicts[property.True], l.verdicts[property.False], l.verdicts[property.Unknown], l.agreed)
	for _, why := range slices.Sorted(maps.Keys(l.unknown)) {
		l.t.Logf("unknown %d times: %s", l.unknown[why], why)
	}
	if l.compared >= 50 && *lawOnly == "" && l.agreed < l.compared/8 {
		l.t.Errorf("only %d of %d answers could be compared", l.agreed, l.compared)
	}
}
