package ceds_test

import (
	"context"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/engine/ceds/switches"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/testflag"
)

const (
	// lawUnwind bounds the engine bmc, and lawStates the other one; ten times as many states are explored
	// with -scale.
	lawUnwind, lawStates = 4, 1_000
	// lawPairs keeps bmc from questions that take long.
	lawPairs = 5_000
)

// lawProgram is a program whose verdicts are compared.
type lawProgram struct {
	name     string
	program  *cfa.Program
	property property.Property
	// want is the verdict if it is known for sure: by an enumeration, or by who wrote the program.
	want property.Kind
	// undefined: an invalid access or other undefined behaviour was found, so that "holds" needs an
	// assumption.
	undefined bool
	// source is the text of a random program, again how it is compared again.
	source, again string
}

// law compares verdicts.
type law struct {
	t       *testing.T
	configs []switches.Configuration
	// sample: so many configurations are taken for each program, in turn.
	sample, turn int
	states       int           // that one check may explore
	limit        time.Duration // of one check; 0: none

	programs, compared, agreed int
	reference                  [3]int // verdicts of bmc, by kind
	verdicts                   [3]int // of ceds, by kind
	unknown                    map[string]int
}

// newLaw compares the default configuration and so many others, times the scale, for each program.
func newLaw(t *testing.T, sample int) *law {
	l := &law{t: t, configs: switches.Configurations(), sample: testflag.Times(sample), states: lawStates,
		unknown: map[string]int{}}
	if testflag.Deep() {
		l.states *= 10
	}
	if testflag.Chosen() {
		l.sample = len(l.configs)
	}
	return l
}

// check lets an engine decide a program within the limits. A panic is an error.
func (l *law) check(eng engine.Engine, p *lawProgram) (res engine.Result, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	ctx := l.t.Context()
	if l.limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, l.limit)
		defer cancel()
	}
	return eng.Check(ctx, engine.Task{Program: p.program, Property: p.property, MaxUnwind: lawUnwind})
}

// compare checks a program with the engine bmc and in the configurations of this one.
func (l *law) compare(p *lawProgram) {
	l.programs++
	var told []string
	wrong := func(config, format string, args ...any) {
		l.t.Errorf("%s, %s: %s\nagain: go test ./internal/engine/ceds -run '%s$' -scale 20 %s\n%s",
			p.name, config, fmt.Sprintf(format, args...), l.t.Name(), p.again, p.source)
	}
	ref, err := l.check(bmc.New(bmc.Config{MaxPairs: lawPairs, MaxSteps: 10 * lawStates}), p)
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
	folder := sync.OnceValue(l.t.TempDir)
	for i, c := range l.configs {
		if (i+l.turn)%len(l.configs) >= l.sample {
			continue
		}
		eng, err := c.Engine(l.states, folder)
		if err != nil {
			l.t.Fatal(err)
		}
		res, err := l.check(eng, p)
		k := res.Verdict.Kind
		l.verdicts[k]++
		told = append(told, k.String())
		switch {
		case err != nil:
			wrong(c.Name, "%v", err)
		case k == property.Unknown:
			l.unknown[lawReason(res.Why)]++
		case want == property.Unknown:
			// There is no other answer: the next configurations are compared with this one.
			want, whose = k, "so far it was"
		case k != want:
			wrong(c.Name, "%s (%s), but %s %s", k, res.Why, whose, want)
		default:
			l.agreed++
		}
		l.compared++
		switch {
		case k == property.True && p.undefined && len(res.Assumed) == 0:
			wrong(c.Name, "holds without an assumption, but undefined behaviour was found")
		case k == property.False:
			if _, err := interp.Replay(l.t.Context(), p.program, res.Trace); err != nil {
				wrong(c.Name, "the trace does not replay: %v", err)
			}
		}
	}
	l.turn += l.sample
	if testflag.Deep() || testflag.Chosen() {
		l.t.Logf("%s: %s", p.name, strings.Join(told, " "))
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
	l.t.Logf("%d programs, %d configurations", l.programs, len(l.configs))
	l.t.Logf("bmc: %d true, %d false, %d unknown", l.reference[property.True], l.reference[property.False],
		l.reference[property.Unknown])
	l.t.Logf("ceds: %d checks, %d true, %d false, %d unknown; %d agree with another answer", l.compared,
		l.verdicts[property.True], l.verdicts[property.False], l.verdicts[property.Unknown], l.agreed)
	for _, why := range slices.Sorted(maps.Keys(l.unknown)) {
		l.t.Logf("unknown %d times: %s", l.unknown[why], why)
	}
	if l.compared >= 50 && !testflag.Chosen() && l.agreed < l.compared/8 {
		l.t.Errorf("only %d of %d answers could be compared", l.agreed, l.compared)
	}
}
