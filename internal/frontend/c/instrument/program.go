package instrument

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
)

// SiteKind says what happens at a site.
type SiteKind uint8

// The kinds of sites. At the first three a thread can be held up.
const (
	SiteLoad      SiteKind = iota + 1 // an expression is read
	SiteStore                         // an expression is written
	SiteStep                          // a call, an update or a function is one step
	SiteInput                         // a call or an uninitialised variable gives an input
	SiteObject                        // an object is made
	SiteViolation                     // the property is violated
)

// Site is a part of the program at which Instrumented.Print can put a hook.
type Site struct {
	Kind SiteKind
	Pos  source.Pos
	// Text is the part in one short line.
	Text string
	// Model is set inside of the library models.
	Model bool
	// Unset is set for the input that is the content of an uninitialised variable.
	Unset bool
	// Pointer is set for an input that is an address.
	Pointer bool
	// Bool is set for an input of which the lowest bit counts.
	Bool bool
	node cc.Node
}

// Instrumented is a program with the syntax trees that it was made of and the way back from its edges, so
// that it can be written as C with hooks where threads take visible steps.
type Instrumented struct {
	low *Lowering

	sites  []Site
	first  []cfa.EdgeID // the first edge by site
	byEdge map[cfa.EdgeID]int
	byNode map[hookKey]int
	// fails holds the calls that return null where an input says so.
	fails map[cc.Node]bool
	// direct holds the calls whose loads and stores the front end makes itself.
	direct map[cc.Node]bool
}

type hookKey struct {
	node cc.Node
	kind SiteKind
}

// New finds the sites of a program.
func New(low *Lowering) *Instrumented {
	s := &Instrumented{low: low}
	s.findSites()
	return s
}

// Program is the program in the form that was lowered.
func (s *Instrumented) Program() *cfa.Program { return s.low.Program }

// Sites lists the sites in the order of the edges.
func (s *Instrumented) Sites() []Site { return s.sites }

// SiteOf is the index of the site that an edge stems from; ok is false if there is none.
func (s *Instrumented) SiteOf(e cfa.EdgeID) (site int, ok bool) {
	site, ok = s.byEdge[e]
	return site, ok
}

// Begins reports whether an edge is the first one of its site: what a site does in several steps
// begins with it.
func (s *Instrumented) Begins(e cfa.EdgeID) bool {
	i, ok := s.byEdge[e]
	return ok && s.first[i] == e
}
