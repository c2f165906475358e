package parse

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/ctext"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/prune"
	"whittle.dev/internal/source"
)

const (
	// EndName is the source that follows the input file. The parser does not notice the end of the input
	// everywhere: in a list of type qualifiers, as after "int f() *", it asks for more tokens for ever. The
	// declaration in endText ends such lists; it is complete and declares nothing.
	EndName = "<end>"
	endText = "#undef _Static_assert\n_Static_assert(1, \"\");\n"
	// parseLimit bounds the time for one translation unit, far above what the
	// largest drivers need (0.3 s for 12,000 lines).
	parseLimit = 2 * time.Minute
)

// Program turns the files of cfg into typed syntax trees, in their order, with the library models as the last
// unit. What is wrong with the input goes to diags; the error is then the first of them.
func Program(ctx context.Context, cfg Config, files *source.Files, diags *source.Diagnostics) ([]*Unit,
	error) {
	if diags.Files == nil {
		diags.Files = files
	}
	if len(cfg.Inputs) == 0 {
		return nil, errors.New("no input file")
	}
	pre, err := newPreamble(cfg.Model)
	if err != nil {
		return nil, err
	}
	seen := make(map[string]Input)
	var units []*Unit
	for _, in := range cfg.Inputs {
		if first, ok := seen[in.File]; ok {
			if !reflect.DeepEqual(first, in) {
				return nil, fmt.Errorf("%s: given twice, with other settings", in.File)
			}
			diags.Add(source.Warning, source.Pos{}, "%s is given twice; it is taken once", in.File)
			continue
		}
		seen[in.File] = in
		own := cfg.forUnit(in)
		u, err := parseFile(ctx, own, own.ownPreamble(pre), in.File, files, diags)
		if err != nil {
			return nil, err
		}
		if u != nil {
			u.cfg = own
			units = append(units, u)
		}
	}
	if err := diags.Err(); err != nil {
		return nil, err
	}
	forms := library.Forms(Trees(units), cfg.Needs)
	var part *prune.Selection
	if !cfg.Whole {
		part, err = neededModels(&cfg, pre, forms, units)
		if err != nil {
			return nil, fmt.Errorf("library models: %w", err)
		}
	}
	models, err := parseModels(ctx, &cfg, pre, part, files, diags)
	if err != nil {
		return nil, err
	}
	models.Forms = forms
	return append(units, models), nil
}

// parseFile parses one input file. A file with errors gives diagnostics and
// no unit; the error is for what ends the whole run.
func parseFile(ctx context.Context, cfg *Config, pre *prune.Preamble, name string, files *source.Files,
	diags *source.Diagnostics) (*Unit, error) {
	data, err := cfg.read(name)
	if err != nil {
		return nil, readError(name, err)
	}
	u := &Unit{Name: name, Texts: make(map[string]*ctext.Text), Files: files}
	text, terr := ctext.New(name, append([]byte(nil), data...), cfg.Model, files)
	if terr != nil {
		return nil, reportText(name, terr, files, diags)
	}
	u.Texts[name] = text
	text.Publish(files)
	text.Insert(cfg.Inserts[name])
	cfg.Declarations += cfg.words(name, data)
	command, err := commandLine(cfg)
	if err != nil {
		return nil, err
	}
	sources := func(command string) []cc.Source {
		return []cc.Source{
			{Name: "<command-line>", Value: command},
			{Name: name, Value: u.partOf(name, text.Text)},
			{Name: EndName, Value: endText},
		}
	}
	if !cfg.Whole {
		u.part = prune.User(*pre, prune.Input{Name: name, Command: command, Entry: cfg.Needs.Entry,
			Includes: cfg.includesFiles(), Defines: cfg.definesMacros()}, text.Text)
	}
	if u.part != nil {
		// What is wrong with the program is said of the whole of it.
		trial := &source.Diagnostics{Files: files}
		if err := u.translate(ctx, cfg, pre, trial, sources(command)); err == nil && !trial.HasErrors() {
			for _, d := range trial.All() {
				diags.Add(d.Severity, d.Pos, "%s", d.Message)
			}
			return u, nil
		}
		u.part, u.AST = nil, nil
	}
	return u, u.translateRelaxed(ctx, cfg, pre, text, command, sources, diags)
}
