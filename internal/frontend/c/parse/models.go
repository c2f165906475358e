package parse

import (
	"context"
	"fmt"
	"io/fs"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/ctext"
	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/prune"
	"whittle.dev/internal/source"
)

// neededModels finds the library models that the program needs; nil: that may be all of them.
func neededModels(cfg *Config, pre *prune.Preamble, forms []string, units []*Unit) (*prune.Selection,
	error) {
	var program []prune.Unit
	for _, u := range units {
		own := prune.Unit{AST: u.AST, Part: u.part, Opened: u.opened}
		for _, t := range u.Texts {
			own.Texts = append(own.Texts, t.Text)
		}
		var err error
		if own.Command, err = commandLine(u.cfg); err != nil {
			return nil, err
		}
		program = append(program, own)
	}
	return prune.Models(*pre, prune.Needs{Forms: forms, Args: cfg.Args, Entry: cfg.Needs.Entry}, program)
}

// newPreamble returns what every unit begins with.
func newPreamble(model layout.Model) (*prune.Preamble, error) {
	text, err := library.Header("prelude.h")
	if err != nil {
		return nil, err
	}
	macros := prune.Cut([]byte(predefined(model)), true)
	return &prune.Preamble{Macros: macros, Prelude: prune.Cut(text, true)}, nil
}

// parseModels parses those library models that part selects, or all, as one unit.
func parseModels(ctx context.Context, cfg *Config, pre *prune.Preamble, part *prune.Selection,
	files *source.Files, diags *source.Diagnostics) (*Unit, error) {
	u := &Unit{Model: true, part: part, Texts: make(map[string]*ctext.Text), Files: files}
	names, err := library.Models()
	if err != nil {
		return nil, fmt.Errorf("library models: %w", err)
	}
	var sources []cc.Source
	for _, n := range names {
		name := library.ModelDir + "/" + n
		if part != nil {
			if text, ok := part.Text(name); ok {
				sources = append(sources, cc.Source{Name: name, Value: text})
			}
			continue
		}
		data, err := library.Model(n, cfg.Args)
		if err != nil {
			return nil, fmt.Errorf("library models: %w", err)
		}
		sources = append(sources, cc.Source{Name: name, Value: data})
	}
	// The user's include directories must not replace the models' headers.
	own := Config{Model: cfg.Model, Read: func(name string) ([]byte, error) {
		return nil,
			fs.ErrNotExist
	}}
	if err := u.translate(ctx, &own, pre, diags, sources); err != nil {
		return nil, err
	}
	if err := diags.Err(); err != nil {
		return nil, fmt.Errorf("library models: %w", err)
	}
	return u, nil
}
