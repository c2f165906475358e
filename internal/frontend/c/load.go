package c

import (
	"context"
	"slices"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/frontend/c/probe"
	"whittle.dev/internal/source"
)

// Load reads, parses and lowers the program that cfg names. The diagnostics hold warnings as well as errors;
// when the error is not nil there is no program. Bad input gives an error and at least one diagnostic that
// says where, if there is a place to name.
func Load(ctx context.Context, cfg Config) (*cfa.Program, *source.Diagnostics, error) {
	files := &source.Files{}
	diags := &source.Diagnostics{Files: files}
	if err := cfg.addObserver(); err != nil {
		return nil, diags, err
	}
	parsed, err := parseAll(ctx, &cfg, files, diags)
	if err != nil {
		return nil, diags, err
	}
	if err := parse.CheckConstants(cfg.DataModel, parsed, diags); err != nil {
		return nil, diags, err
	}
	units := unitsOf(parsed)
	prog, err := lower(ctx, &cfg, units, files, diags)
	if err != nil {
		return nil, diags, err
	}
	return prog, diags, nil
}

// parseAll parses the program, with the monitor if there is one.
func parseAll(ctx context.Context, cfg *Config, files *source.Files,
	diags *source.Diagnostics) ([]*parse.Unit,
	error) {
	if cfg.Monitor != nil {
		units, plan, err := probe.Parse(ctx, cfg.Monitor, cfg.parsing(), files, diags)
		cfg.plan = plan
		return units, err
	}
	return parse.Program(ctx, cfg.parsing(), files, diags)
}

// unitsOf makes what the lowering works on.
func unitsOf(parsed []*parse.Unit) []*unit {
	units := make([]*unit, len(parsed))
	for i, p := range parsed {
		units[i] = &unit{
			ast:   p.AST,
			model: p.Model || p.Name == runtimeName,
			name:  p.Name,
			forms: p.Forms,
			pack:  p.Pack,
			types: p.Types,
			pos:   placesOf(p),
			macro: p.MacroPlace,
		}
		if !p.Model {
			units[i].part = p.MacroPart
		}
	}
	return units
}

// placesOf returns what says where nodes of a unit stand. The lowering asks for one several times in a row.
func placesOf(p *parse.Unit) func(cc.Node) source.Pos {
	var last cc.Node
	var at source.Pos
	return func(n cc.Node) source.Pos {
		if n != last {
			last, at = n, p.Pos(n.Position())
		}
		return at
	}
}

// ReadsInputArguments reports whether a program, as it was lowered, reads arguments of main that are inputs.
func ReadsInputArguments(cfg *Config, prog *cfa.Program) bool {
	return cfg.Args == nil &&
		slices.ContainsFunc(prog.Procs, func(p *cfa.Proc) bool {
			return p.Model &&
				library.KnownInPart(p.Name)
		})
}

// programOf lists the trees of the program, without that of the models.
func programOf(units []*unit) []*cc.AST {
	var program []*cc.AST
	for _, u := range units {
		if !u.model {
			program = append(program, u.ast)
		}
	}
	return program
}
