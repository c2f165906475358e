package c

import (
	"context"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/builtin"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/lower"
	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/frontend/c/probe"
	"whittle.dev/internal/source"
)

// Load reads, parses and lowers the program that cfg names. The diagnostics hold warnings as well as errors;
// when the error is not nil there is no program. Bad input gives an error and at least one diagnostic that
// says where, if there is a place to name.
func Load(ctx context.Context, cfg Config) (*cfa.Program, *source.Diagnostics, error) {
	return load(ctx, &lower.Job{Config: &cfg})
}

// load is Load for a job that lacks what the program is parsed for.
func load(ctx context.Context, cfg *lower.Job) (*cfa.Program, *source.Diagnostics, error) {
	files := &source.Files{}
	diags := &source.Diagnostics{Files: files}
	if err := cfg.AddObserver(); err != nil {
		return nil, diags, err
	}
	parsed, err := parseAll(ctx, cfg, files, diags)
	if err != nil {
		return nil, diags, err
	}
	if err := parse.CheckConstants(cfg.DataModel, parsed, diags); err != nil {
		return nil, diags, err
	}
	units := lower.UnitsOf(parsed)
	cfg.Known = builtin.New(cfg.Dialect, cfg.Plan != nil)
	prog, err := lower.Lower(ctx, cfg, units, files, diags)
	if err != nil {
		return nil, diags, err
	}
	return prog, diags, nil
}

// parseAll parses the program, with the monitor if there is one.
func parseAll(ctx context.Context, cfg *lower.Job, files *source.Files,
	diags *source.Diagnostics) ([]*parse.Unit,
	error) {
	if cfg.Monitor != nil {
		units, plan, err := probe.Parse(ctx, cfg.Monitor, cfg.Parsing(), files, diags)
		cfg.Plan = plan
		return units, err
	}
	return parse.Program(ctx, cfg.Parsing(), files, diags)
}

// ReadsInputArguments reports whether a program, as it was lowered, reads arguments of main that are inputs.
func ReadsInputArguments(cfg *Config, prog *cfa.Program) bool {
	return cfg.Args == nil &&
		slices.ContainsFunc(prog.Procs, func(p *cfa.Proc) bool {
			return p.Model &&
				library.KnownInPart(p.Name)
		})
}
