package c

import (
	"context"
	"maps"
	"slices"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/instrument"
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
	var low *lowerer
	cfg.record = func(l *lowerer) { low = l }
	parsed, err := parse.Program(ctx, cfg.parsing(), files, diags)
	if err != nil {
		return nil, diags, err
	}
	if err := parse.CheckConstants(cfg.DataModel, parsed, diags); err != nil {
		return nil, diags, err
	}
	units := unitsOf(parsed)
	if _, err = lower(ctx, &cfg, units, files, diags); err != nil {
		return nil, diags, err
	}
	how := low.lowering()
	for i, u := range units {
		own := low.unitOf(u)
		own.Pos = parsed[i].Pos
		how.Units = append(how.Units, own)
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

// lowering says what package instrument has to know, but for the units.
func (l *lowerer) lowering() *instrument.Lowering {
	return &instrument.Lowering{
		Program: l.prog, Types: l.types, Nodes: l.nodes, BitFields: l.bitFields,
		Entry: l.cfg.entry(), Args: l.cfg.Args, Reachability: l.reachability,
		External: func(name string, model bool) *instrument.Symbol {
			if model {
				return l.models[name].symbol()
			}
			return l.user[name].symbol()
		},
		Builtin: func(name string) instrument.Builtin {
			return instrument.Builtin{Always: l.alwaysBuiltin(name) != nil, Compiler: l.builtins[name] != nil,
				Direct: l.library[name] != nil, Library: l.libraryBuiltin(name) != nil}
		},
		Errno: func() *instrument.Symbol { return l.setsErrno().symbol() },
		AtEnd: func(function string) string {
			if !l.registers(function) {
				return ""
			}
			return atEnd[function]
		},
	}
}

func (l *lowerer) unitOf(u *unit) *instrument.Unit {
	return &instrument.Unit{
		AST: u.ast, Model: u.model,
		Declared: func() []string { return slices.Sorted(maps.Keys(u.declared)) },
		Find:     func(name string) *instrument.Symbol { return l.find(u, name).symbol() },
		Internal: func(name string) *instrument.Symbol { return u.internal[name].symbol() },
		Resolve:  func(d *cc.Declarator) *instrument.Symbol { return l.resolve(u, d).symbol() },
	}
}

// symbol says what package instrument has to know of an entity.
func (e *entity) symbol() *instrument.Symbol {
	if e == nil {
		return nil
	}
	return &instrument.Symbol{Name: e.name, Model: e.model, Decl: e.decl, Signature: e.signature(),
		Def:   e.def,
		Synth: e.synth != nil, Lowered: e.proc != nil, Defined: e.defined, Used: e.obj != nil}
}
