package plan

import (
	"slices"
	"strings"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/engine/portfolio"
	"whittle.dev/internal/property"
)

// Work is an amount of work in the units of engine.Task.Work. A unit is very roughly a nanosecond.
type Work int64

const (
	// start is how much the first engine does alone. It decides most programs with less, and since it has a
	// head start anyway that puts off the answers of others by little.
	start Work = 800_000_000
	// HeadStart is how much the first engine may do before the answer of another one counts: about a second.
	// Of the small tasks that it decides at all it decides nearly all with less, so the evidence for these
	// does not depend on which engine is quicker by chance.
	HeadStart Work = 1_200_000_000
	// racesStart and racesHeadStart are start and HeadStart for data races: with locks the second engine
	// needs a fraction of what the first does, which finds races in small programs at once. They are those
	// for all that is asked about a program of which another engine has proved something before.
	racesStart, racesHeadStart Work = 100_000_000, 150_000_000
	// eager is that against an engine for programs which the first seldom decides, if it proves: those that
	// create threads in a loop. soon is that for programs with other loops.
	eager, soon Work = 40_000_000, 250_000_000
	// grace is how much a later engine may do when the first has found something in the program that it
	// cannot get over.
	grace Work = 10_000_000_000
	// ProverShare is how much a prover may do, about five seconds: of the programs that it decides at all it
	// decides nearly all with less, and what it does after that is at the cost of the others.
	ProverShare Work = 5_000_000_000
	// racesShare is how much executions at random may do to find data races, about half a second: what they
	// find at all they nearly always find with less.
	racesShare Work = 400_000_000
	// validShare is how much may be done to prove that accesses are valid where locks exclude all else.
	validShare Work = 1_000_000_000
	// WeakShare is how much the engines may do that know a memory model before others look for violations in
	// interleavings.
	WeakShare Work = 30_000_000_000
)

// Shares of several properties, of all engines together.
const (
	// GroupShare and MemberShare are what a group and a single property have at first.
	GroupShare, MemberShare Work = 8_000_000_000, 5_000_000_000
	// AfterShare is what all that is open has after a violation, beside as much as was done until then.
	AfterShare Work = 1_500_000_000
	// UnsetShare is what the search for uses of memory that was never written has at least, and UnsetAfter
	// what it has where there is a violation already.
	UnsetShare, UnsetAfter Work = 8_000_000_000, 100_000_000
	// TurnShare is what measures of loops have before states are asked whether threads that have their turns
	// end, and then these; after that each has twice as much.
	TurnShare Work = 1_000_000_000
	// SecondLeast and SecondMost bound the share of a second look, which is what the first one did.
	SecondLeast, SecondMost Work = 1_500_000_000, 3_000_000_000
	// AloneLeast is what the search for one violation in the program for its property alone has, beside twice
	// what the search among several did.
	AloneLeast Work = 8_000_000_000
	// CandidateShare is what the checks of the conditions of a witness have, all together.
	CandidateShare Work = 8_000_000_000
)

// Occasion is when an engine runs beside the others.
type Occasion uint8

// Occasions, from "where something is asked that this engine alone does" on.
const (
	OnRequest Occasion = iota
	Always
	OnLoops       // on programs with one thread and a loop or recursion
	OnThreads     // on programs with several threads and a loop
	OnTermination // for termination
	OnFormulas    // for formulas of temporal logic and starvation
	OnModels      // in memory models other than sequential consistency
	OnHunts       // for deadlocks and races, and on programs with a loop: executions at random
)

// Candidate is an engine that may be asked.
type Candidate struct {
	Name    string
	Runs    Occasion
	Systems bool // it answers tasks about transition systems
	// Models are the memory models in which it decides programs, beside sequential consistency.
	Models []axioms.Model
}

// Candidates are the engines in the order in which they are preferred.
func Candidates() []Candidate {
	weak := []axioms.Model{axioms.TSO, axioms.PSO, axioms.RC11}
	return []Candidate{{Name: "bmc", Runs: Always, Models: weak}, {Name: "ceds", Runs: Always},
		{Name: "cpa", Runs: OnRequest}, {Name: "dpr", Runs: OnHunts},
		{Name: "graphs", Runs: OnModels, Models: weak},
		{Name: "liveness", Runs: OnFormulas}, {Name: "modular", Runs: OnThreads},
		{Name: "pbmc", Runs: OnRequest}, {Name: "pdr", Runs: OnLoops, Systems: true},
		{Name: "ranking", Runs: OnTermination}, {Name: "slab", Runs: OnRequest, Systems: true}}
}

// Knows reports whether an engine decides programs in a memory model.
func Knows(name string, m axioms.Model) bool {
	return slices.ContainsFunc(Candidates(), func(c Candidate) bool {
		return c.Name == name && slices.Contains(c.Models, m)
	})
}

// Knowing lists the engines that decide programs in a memory model other than sequential consistency.
func Knowing(m axioms.Model) string {
	var names []string
	for _, c := range Candidates() {
		if Knows(c.Name, m) {
			names = append(names, c.Name)
		}
	}
	return strings.Join(names, ", ")
}

// Weak says who answers a question in a memory model other than sequential consistency.
func (c Chooser) Weak(m axioms.Model) Roster {
	r := Roster{Start: start, HeadStart: HeadStart, Grace: grace}
	for _, e := range Candidates() {
		if Knows(e.Name, m) && (c.Only == "" || c.Only == e.Name) {
			r.Members = append(r.Members, Member{Engine: e.Name})
		}
	}
	return r
}

// ProvesBeside reports whether an engine is one that runs on all programs beside the first.
func ProvesBeside(name string) bool {
	return slices.ContainsFunc(Candidates()[1:], func(c Candidate) bool {
		return c.Runs == Always && c.Name == name
	})
}

// Way is how an engine is asked.
type Way uint8

// Ways: by its whole search, or by executions at random alone, of one thread or of several.
const (
	Search Way = iota
	Executions
	ThreadExecutions
)

// Member is an engine of a roster.
type Member struct {
	Engine string
	Way    Way
	// Eager is how much the first engine may do before the answer of this one counts; 0: Roster.HeadStart.
	Eager Work
	// Share is how much this one may do; 0: no limit.
	Share Work
	// Reasons says which of its reasons for not knowing are told.
	Reasons portfolio.Reasons
}

// Look is what is read off the text of a program before engines are asked. That takes milliseconds and no
// exploration.
type Look uint8

// Looks: nothing; locks, sections and the order of threads, which exclude data races; the order of locks,
// which excludes deadlocks; that all memory is written before it is read.
const (
	NoLook Look = iota
	Races
	Deadlocks
	Unset
)

// Roster says who answers a question.
type Roster struct {
	Look Look
	// Valid proves that accesses are valid, where a look rests on that; nil: nothing does.
	Valid *Member
	// ValidBeside: that is asked beside this question, so that the answer leaves out what follows an invalid
	// access.
	ValidBeside bool
	// Members are the engines, the preferred one first.
	Members []Member
	// Start is how much the first does before the others start, HeadStart how much before their answers
	// count.
	Start, HeadStart Work
	// Grace is how much each of the others may do when the first has found something in the program that it
	// cannot get over.
	Grace Work
}

// Known is what was found out about a program before a question about it.
type Known struct {
	// RacesSought: what excludes data races was looked for already.
	RacesSought bool
	// ProvedLater: an engine apart from the first has proved something of the program.
	ProvedLater bool
	// InvalidAsked: whether an access or a free may be invalid is asked beside this.
	InvalidAsked bool
	// Supported: and it was shown that none is, in executions that are followed to their end.
	Supported bool
	// Invalid: and one was found.
	Invalid bool
}

// Chooser makes rosters.
type Chooser struct {
	// Only is the engine that is meant; empty: none in particular.
	Only string
	// System: the task is about a transition system.
	System bool
}

// Roster says who answers a question about a program with some features.
func (c Chooser) Roster(asked property.Property, f Features, k Known) Roster {
	r := Roster{Start: start, HeadStart: HeadStart, Grace: grace}
	if c.Only != "" {
		r.Members = []Member{{Engine: c.Only}}
		return r
	}
	if c.System {
		for _, e := range Candidates() {
			if e.Systems {
				r.Members = append(r.Members, Member{Engine: e.Name})
			}
		}
		return r
	}
	if asked == property.NoDataRace || k.ProvedLater {
		r.Start, r.HeadStart = racesStart, racesHeadStart
	}
	switch asked {
	case property.NoDataRace:
		if !k.RacesSought {
			r.Look = Races
		}
	case property.NoDeadlock:
		r.Look = Deadlocks
	case property.NoUninitialisedUse:
		r.Look = Unset
	}
	if r.Look != NoLook {
		if r.ValidBeside = k.InvalidAsked; !r.ValidBeside {
			r.Valid = &Member{Engine: "modular", Share: validShare}
		}
	}
	for _, e := range Candidates() {
		if m, ok := e.joins(asked, f); ok {
			r.Members = append(r.Members, m)
		}
	}
	return r
}

// joins reports whether an engine is asked beside others, and how. Invariants of loops are for programs with
// one thread: bmc decides programs that end within a bound, and with several threads they are seldom found.
// Executions at random find violations that are many turns away; a program that takes no input has one
// execution, and in others what is found is found with less than provers need.
func (e Candidate) joins(asked property.Property, f Features) (m Member, ok bool) {
	m.Engine = e.Name
	switch e.Runs {
	case Always:
		return m, true
	case OnLoops:
		m.Eager, m.Share, m.Reasons = soon, ProverShare, portfolio.LimitReasons
		return m, f.LoopsAlone
	case OnThreads:
		m.Eager, m.Share, m.Reasons = soon, ProverShare, portfolio.LimitReasons
		if f.Many {
			m.Eager = eager
		}
		return m, f.Threads && f.Loops
	case OnTermination:
		return m, asked == property.Termination
	case OnFormulas:
		return m, asked == property.NoStarvation || asked == property.LTL
	case OnHunts:
		m.Reasons = portfolio.NoReasons
		switch {
		case asked.Covers(property.NoDeadlock):
			return m, true
		case asked == property.NoDataRace:
			m.Share = racesShare
			return m, true
		case asked.OfOperations() && f.LoopsAlone:
			if m.Way, m.Eager = Executions, eager; f.Inputs {
				m.Eager = soon
			}
			return m, true
		case asked.OfOperations() && f.Threads && f.Loops:
			m.Way = ThreadExecutions
			return m, true
		}
	}
	return m, false
}

// MayAsk reports whether an engine may be in a roster.
func (c Chooser) MayAsk(e Candidate) bool {
	switch {
	case c.Only != "":
		return e.Name == c.Only
	case c.System:
		return e.Systems
	}
	return e.Runs != OnRequest
}
