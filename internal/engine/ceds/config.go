package ceds

import (
	"errors"
	"fmt"
	"strings"

	"whittle.dev/internal/engine/certify"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/engine/internal/querycache"
	"whittle.dev/internal/engine/internal/stateset"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Config is what users can set. The zero Config is the default.
type Config struct {
	// Store is how the path condition is kept: "sliced" (default), as independent parts, or
	// "whole", as one formula.
	Store string
	// Match says when a state is known: "subsume" (default), when its values were visited at the same
	// place, with or without others; "equal", when a state with just these was; "none": never.
	Match string
	// Search is the order in which states are explored: "dfs", "bfs" or "random", which is the same in each
	// run; "": depth first, at random for data races.
	Search string
	// Workers is how many goroutines explore; 0 is one. With several, the numbers of states and the trace of
	// a violation may differ from run to run, the verdict does not.
	Workers int
	// NoCache asks about emptiness, equality and inclusion anew each time.
	NoCache bool
	// CacheDir is a folder in which answers to questions are kept for later runs of the same program; empty:
	// they are not kept. See CheckCacheDir. It contradicts NoCache.
	CacheDir string
	// CacheRevision stands for what gives the answers: those of another revision are not believed. Empty: the
	// build of this program, which is hashed if no commit names it.
	CacheRevision string
	// Others share answers to questions with runs elsewhere, which OthersKey authenticates; nil: none do.
	Others    Answers
	OthersKey []byte
	// VerifyCache finds out the answers of earlier runs again.
	VerifyCache bool
	// NoModels answers no question by a model of an earlier one: emptiness by the models of the
	// parts that a path condition is made of, equality and inclusion by values that are kept with slices.
	NoModels bool
	// NoPartialOrder interleaves an access to memory with the steps of other threads although no other thread
	// will ever do anything that conflicts with it. That reduction is sound: the access commutes with all
	// that the others can do until its thread goes on, so it may as well come at once, and what is put off by
	// an endless loop of such steps is explored when that comes back to a state that is known.
	NoPartialOrder bool
	// NoSections interleaves atomic sections, and what is done in the scope of a lock, as if others could
	// tell.
	NoSections bool
	// NoWake lets a thread that has stopped because of what others might do go on in steps of its own only.
	NoWake bool
	// NoElements takes accesses to different elements of an array to conflict.
	NoElements bool
	// NoJoins makes the end of each thread that another one waits for a step of the latter. Otherwise
	// a thread that joins several others goes on when all have ended, whatever the order in which they have.
	NoJoins bool
	// NoSymmetry tells states apart that differ only in the numbers of their threads.
	NoSymmetry bool
	// NoTau ends a step at each head of a loop, and before each access to memory of a thread that is alone.
	NoTau bool
	// CertifyBy is the solver that checks the invariant of a program that holds: "native" or an SMT-LIB
	// solver; Certificate is a file that the invariant is written to. What uses the engine makes Certify of
	// them.
	CertifyBy, Certificate string
	// Certify checks the invariant of a program that holds, with a search without the reductions that leave
	// out steps; nil: it is not checked.
	Certify *certify.Config
	// MaxStates bounds the number of states; beyond it the answer is unknown. 0: no bound.
	MaxStates int
	// renew is how many terms a worker makes before it gives up old ones; 0: maxTerms. Tests set it.
	renew int
	// Wrap puts something around each solver for formulas without quantifiers; nil: nothing.
	Wrap func(*term.Store, smt.Solver) smt.Solver
}

// The values of Config.Store, Config.Match and Config.Search, the default first.
var (
	Stores   = []string{"sliced", "whole"}
	Matches  = []string{"subsume", "equal", "none"}
	Searches = []string{"dfs", "bfs", "random"}
)

// effort bounds the conflicts of one question about emptiness, of one part of a
// comparison, and the proposals of a comparison.
const (
	emptinessConflicts  = 200_000
	comparisonConflicts = 5_000
	comparisonRounds    = 60
)

// maxTerms is how many terms a worker makes before it gives up those that no state that is
// still to be explored needs.
const maxTerms = 4_000_000

// maxWorkers is how many goroutines may explore.
const maxWorkers = 64

func oneOf(what, value string, known []string) (int, error) {
	if value == "" {
		return 0, nil
	}
	for i, k := range known {
		if k == value {
			return i, nil
		}
	}
	return 0, fmt.Errorf("unknown %s %q (known: %s)", what, value, strings.Join(known, ", "))
}

// settings are a Config that was read.
type settings struct {
	steps   multistate.Config
	states  stateset.Config
	queries querycache.Config
	order   order
	chosen  bool // the order is not the default one
	workers int
	max     int
	certify *certify.Config
	renew   int // terms that a worker makes until it gives up old ones
}

func (c Config) settings() (settings, error) {
	if _, err := oneOf("kind of store", c.Store, Stores); err != nil {
		return settings{}, err
	}
	match, err := oneOf("way to match states", c.Match, Matches)
	if err != nil {
		return settings{}, err
	}
	search, err := oneOf("order of the search", c.Search, Searches)
	if err != nil {
		return settings{}, err
	}
	if c.Workers < 0 || c.Workers > maxWorkers {
		return settings{}, fmt.Errorf("%d workers (at most %d)", c.Workers, maxWorkers)
	}
	if c.CacheDir != "" && c.NoCache {
		return settings{}, errors.New("a folder for answers (ceds.cache-dir) is of no use without a cache " +
			"of them (ceds.query-cache)")
	}
	if c.renew == 0 {
		c.renew = maxTerms
	}
	whole := c.Store == "whole"
	return settings{
		steps: multistate.Config{Whole: whole, NoCache: c.NoCache, NoModels: c.NoModels, NoTau: c.NoTau,
			NoIndependence: c.NoPartialOrder, NoSections: c.NoSections, NoElements: c.NoElements,
			NoWake: c.NoWake, NoJoins: c.NoJoins, NoSymmetry: c.NoSymmetry, Conflicts: emptinessConflicts,
			Wrap: c.Wrap},
		states: stateset.Config{
			Match: stateset.Match(match), Whole: whole, NoCache: c.NoCache, NoModels: c.NoModels,
			Conflicts: comparisonConflicts, Rounds: comparisonRounds, Wrap: c.Wrap,
		},
		queries: querycache.Config{Dir: c.CacheDir, Revision: c.CacheRevision, Verify: c.VerifyCache,
			Others: c.Others, Key: c.OthersKey},
		order: order(search), chosen: c.Search != "", workers: max(c.Workers, 1), max: c.MaxStates,
		certify: c.Certify, renew: c.renew,
	}, nil
}

// certifiable returns the settings without the reductions that leave out steps of threads and what collects
// the states, if a certificate is wanted; else the settings as they are.
func (s settings) certifiable() (settings, *certify.Certificate) {
	if s.certify == nil {
		return s, nil
	}
	s.steps = s.steps.Unreduced()
	cfg := *s.certify
	cfg.NoTau = s.steps.NoTau
	return s, certify.New(cfg)
}
