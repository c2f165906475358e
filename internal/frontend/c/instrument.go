package c

import (
	"context"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/property"
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

// Instrumented is a program with the syntax trees that it was made of and the
// way back from its edges, so that it can be written as C with hooks where
// threads take visible steps.
type Instrumented struct {
	prog   *cfa.Program
	cfg    Config
	low    *lowerer
	units  []*unit
	parsed []*parse.Unit
	nodes  map[cfa.EdgeID]cc.Node

	sites  []Site
	first  []cfa.EdgeID // the first edge by site
	byEdge map[cfa.EdgeID]int
	byNode map[hookKey]int
	// direct holds the calls whose loads and stores the front end makes itself.
	direct map[cc.Node]bool
}

type hookKey struct {
	node cc.Node
	kind SiteKind
}

// LoadInstrumented is Load for somebody who wants to print the program. The
// program is the same, edge for edge.
func LoadInstrumented(ctx context.Context, cfg Config) (*Instrumented, *source.Diagnostics, error) {
	files := &source.Files{}
	diags := &source.Diagnostics{Files: files}
	s := &Instrumented{cfg: cfg}
	cfg.record = s
	var err error
	if s.parsed, err = parse.Program(ctx, cfg.parsing(), files, diags); err != nil {
		return nil, diags, err
	}
	if err := parse.CheckConstants(cfg.DataModel, s.parsed, diags); err != nil {
		return nil, diags, err
	}
	s.units = unitsOf(s.parsed)
	if s.prog, err = lower(ctx, &cfg, s.units, files, diags); err != nil {
		return nil, diags, err
	}
	s.findSites()
	return s, diags, nil
}

// Program is the program as Load returns it.
func (s *Instrumented) Program() *cfa.Program { return s.prog }

// WithOverflow is the same program with a violation of no-overflow wherever signed arithmetic overflows. ok
// is false where that would be another program in other respects.
func (s *Instrumented) WithOverflow(ctx context.Context) (p *cfa.Program, ok bool, err error) {
	cfg := s.cfg
	switch cfg.Property {
	case "", property.UnreachCall, property.NoDataRace:
	default:
		return nil, false, nil
	}
	cfg.Property = property.NoOverflow
	p, _, err = Load(ctx, cfg)
	return p, err == nil, err
}

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
