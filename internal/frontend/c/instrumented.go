package c

import (
	"context"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/builtin"
	"whittle.dev/internal/frontend/c/instrument"
	"whittle.dev/internal/frontend/c/lower"
	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
)

// Instrumented is a program that can be printed with hooks; see package instrument.
type Instrumented struct {
	*instrument.Instrumented
	cfg Config
}

// Site is a part of the program at which Instrumented.Print can put a hook.
type Site = instrument.Site

// The kinds of sites.
const (
	SiteLoad      = instrument.SiteLoad
	SiteStore     = instrument.SiteStore
	SiteStep      = instrument.SiteStep
	SiteInput     = instrument.SiteInput
	SiteObject    = instrument.SiteObject
	SiteViolation = instrument.SiteViolation
)

// LoadInstrumented is Load for somebody who wants to print the program. The
// program is the same, edge for edge.
func LoadInstrumented(ctx context.Context, cfg Config) (*Instrumented, *source.Diagnostics, error) {
	files := &source.Files{}
	diags := &source.Diagnostics{Files: files}
	s := &Instrumented{cfg: cfg}
	parsed, err := parse.Program(ctx, cfg.Parsing(), files, diags)
	if err != nil {
		return nil, diags, err
	}
	if err := parse.CheckConstants(cfg.DataModel, parsed, diags); err != nil {
		return nil, diags, err
	}
	units := lower.UnitsOf(parsed)
	var how *instrument.Lowering
	job := &lower.Job{Config: &cfg, Known: builtin.New(cfg.Dialect, false),
		Record: func(low *instrument.Lowering) { how = low }}
	if _, err = lower.Lower(ctx, job, units, files, diags); err != nil {
		return nil, diags, err
	}
	for i := range units {
		how.Units[i].Pos = parsed[i].Pos
	}
	s.Instrumented = instrument.New(how)
	return s, diags, nil
}

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
