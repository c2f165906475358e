package c

import (
	"context"
	"slices"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/source"
)

// Load reads, parses and lowers the program that cfg names. The diagnostics
// hold warnings as well as errors; when the error is not nil there is no
// program. Bad input gives an error and at least one diagnostic that says
// where, if there is a place to name.
func Load(ctx context.Context, cfg Config) (*cfa.Program, *source.Diagnostics, error) {
	files := &source.Files{}
	diags := &source.Diagnostics{Files: files}
	parsed, err := parseAll(ctx, &cfg, files, diags)
	if err != nil {
		return nil, diags, err
	}
	if err := checkConstants(&cfg, parsed, diags); err != nil {
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
func parseAll(ctx context.Context, cfg *Config, files *source.Files, diags *source.Diagnostics) ([]*parsed,
	error) {
	if cfg.Monitor != nil {
		return loadMonitored(ctx, cfg, files, diags)
	}
	return parse(ctx, *cfg, files, diags)
}

// unitsOf makes what the lowering works on.
func unitsOf(parsed []*parsed) []*unit {
	units := make([]*unit, len(parsed))
	for i, p := range parsed {
		units[i] = &unit{
			name:  p.name,
			ast:   p.ast,
			model: p.model,
			pack:  p.pack,
			types: p.types,
			pos:   func(n cc.Node) source.Pos { return p.pos(n.Position()) },
			macro: p.macroPlace,
		}
	}
	return units
}

// checkConstants refuses programs in which the parser computed constants with
// its own layout where that is wrong.
func checkConstants(cfg *Config, parsed []*parsed, diags *source.Diagnostics) error {
	for _, p := range parsed {
		if p.model {
			continue
		}
		lay := layout.New(cfg.DataModel)
		lay.AddUnit(p.ast, p.pack)
		for _, n := range lay.Suspects(p.ast) {
			diags.Add(source.Error, p.pos(n.Position()),
				"a constant that depends on the layout of a packed or unusual struct is not supported here")
		}
	}
	return diags.Err()
}

// ReadsInputArguments reports whether a program, as it was lowered, reads arguments of main that are inputs.
func ReadsInputArguments(cfg *Config, prog *cfa.Program) bool {
	return cfg.Args == nil &&
		slices.ContainsFunc(prog.Procs, func(p *cfa.Proc) bool {
			return p.Model &&
				p.Name == library.ArgumentVector
		})
}

// formsOf returns the forms of library models that a program needs.
func formsOf(cfg *Config, units []*unit) []string {
	return library.Forms(programOf(units),
		library.Needs{Property: cfg.Property, Entry: cfg.entry(), MayFail: cfg.MayFail})
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
