package check

import (
	"errors"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/engine/portfolio"
	"whittle.dev/internal/limits"
	"whittle.dev/smt/audit"
)

// auto is the name of the engine that runs others side by side, the default one.
const auto = "auto"

const (
	// autoStart is how much the first engine does alone, in nanoseconds, nearly. It decides most programs
	// with less, and since it has a head start anyway that puts off the answers of others by little.
	autoStart = 800_000_000
	// autoLatest is the time after which all run, whatever the first has told of its work.
	autoLatest = 2 * time.Second
	// autoHeadStart is how much the first engine may do before the answer of another one counts: about a
	// second. Of the small tasks that it decides at all it decides nearly all with less, so the evidence for
	// these does not depend on which engine is quicker by chance.
	autoHeadStart = 1_200_000_000
	// racesStart and racesHeadStart are autoStart and autoHeadStart for data races: with locks the second
	// engine needs a fraction of what the first does, which finds races in small programs at once. They are
	// those for all that is asked about a program of which another engine has proved something before.
	racesStart, racesHeadStart = 100_000_000, 150_000_000
	// autoEager is that against an engine for programs which the first seldom decides, if it proves: those
	// that create threads in a loop. autoSoon is that for programs with other loops.
	autoEager, autoSoon = 40_000_000, 250_000_000
	// autoHeld is how long an answer is held back at most. It is far from what a head start takes on a busy
	// machine.
	autoHeld = 10 * time.Second
	// autoGrace is how much a later engine may do when the first has found something in the program that it
	// cannot get over.
	autoGrace = 10_000_000_000
	// autoPatience is how long engines that were stopped are waited for. It is less than the patience of
	// Check.
	autoPatience = limits.Patience * 2 / 3
)

// checksSystems has the engines that answer tasks about transition systems.
var checksSystems = map[string]bool{"pdr": true, "slab": true}

// givesProofs has the engines whose proofs the run checks itself.
var givesProofs = map[string]bool{"pdr": true, "slab": true, "modular": true, "ranking": true,
	formulas: true}

// AutoRuns are the names of the engines that "auto" runs side by side on programs, those that it adds if a
// program has one thread and a loop, or several and a loop, and those on transition systems, unless the
// options ask for what one engine alone does.
func AutoRuns() (programs, loops, threads, systems []string) {
	for _, e := range engines {
		switch e.runs {
		case always:
			programs = append(programs, e.name)
		case onLoops:
			loops = append(loops, e.name)
		case onThreads:
			threads = append(threads, e.name)
		}
		if checksSystems[e.name] {
			systems = append(systems, e.name)
		}
	}
	return programs, loops, threads, systems
}

// newAuto makes the engine that runs all others that the options leave.
func newAuto(o Options, set map[string]map[string]string) (engine.Engine, error) {
	only, err := soleEngine(o, set)
	if err != nil {
		return nil, err
	}
	var list []engine.Engine
	var valid engine.Engine // proves that accesses are valid, whatever threads do
	for _, e := range engines {
		runs := e.runs != onRequest
		switch {
		case only != "":
			runs = e.name == only
		case o.system:
			runs = checksSystems[e.name]
		}
		if !runs {
			continue
		}
		eng, err := e.make(o, set[e.name])
		if err != nil {
			return nil, err
		}
		if only == "" && !o.system {
			switch e.runs {
			case onLoops:
				eng = loopProver{eng}
			case onThreads:
				valid, eng = eng, threadsProver{eng}
			case onHunts:
				eng = hunter{eng}
			}
		}
		list = append(list, eng)
	}
	cfg := portfolio.Config{Start: autoStart, Latest: autoLatest, HeadStart: autoHeadStart,
		Held: autoHeld, Grace: autoGrace, Patience: autoPatience}
	cfg.Fatal = func(err error) bool {
		var wrong *audit.Error
		var foreign *ceds.WrongAnswer
		return errors.As(err, &wrong) || errors.As(err, &foreign)
	}
	races := cfg
	races.Start, races.HeadStart = racesStart, racesHeadStart
	if o.provedLater {
		cfg = races
	}
	all := engine.Engine(portfolio.New(cfg, list...))
	if only == "" && !o.system {
		all = textFirst{all, portfolio.New(races, list...), valid, o.racesSought, o.invalidAsked,
			o.supported, o.invalid}
	}
	return all, nil
}
