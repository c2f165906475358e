package show

import (
	"context"
	"io"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/source"
)

// Options say what Show prints.
type Options struct {
	// Dot prints a graph in the language of Graphviz instead of text.
	Dot bool
	// Procs are the procedures to print; none: all of the program, without those of the library models.
	Procs []string
	// Passes are transformations to apply before, in this order; see Passes.
	Passes []string
	// Models prints the procedures of the library models as well.
	Models bool
}

// Passes returns the names of the transformations that Show can apply.
func Passes() []string {
	var names []string
	for _, p := range pass.All() {
		names = append(names, p.Name)
	}
	return names
}

// Program prints the control-flow automata that the front end makes of a program.
func Program(ctx context.Context, t settle.Task, w io.Writer, opt Options) (*source.Diagnostics, error) {
	r, err := t.Settle()
	if err != nil {
		return nil, err
	}
	prog, diags, err := settle.Load(ctx, r)
	if err != nil {
		return diags, err
	}
	if len(opt.Passes) > 0 {
		pl, err := pass.Named(opt.Passes...)
		if err != nil {
			return diags, &settle.InputError{Err: err}
		}
		if prog, err = pl.Run(ctx, prog, pass.Options{}); err != nil {
			return diags, err
		}
	}
	for _, name := range opt.Procs {
		if !slices.ContainsFunc(prog.Procs, func(p *cfa.Proc) bool { return p.Name == name }) {
			return diags, settle.Errorf("there is no procedure %s in the program", name)
		}
	}
	keep := func(p *cfa.Proc) bool {
		if len(opt.Procs) > 0 {
			return slices.Contains(opt.Procs, p.Name)
		}
		return opt.Models || !p.Model
	}
	if opt.Dot {
		return diags, cfa.WriteDOT(w, prog, keep)
	}
	if len(opt.Procs) == 0 && opt.Models {
		return diags, cfa.Fprint(w, prog)
	}
	for _, p := range prog.Procs {
		if !keep(p) {
			continue
		}
		if err := cfa.FprintProc(w, prog, p); err != nil {
			return diags, err
		}
	}
	return diags, nil
}
