package show

import (
	"context"
	"fmt"
	"io"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/slab"
	"whittle.dev/internal/picture"
	"whittle.dev/internal/run/panel"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/source"
)

// SlabOptions say what ShowSlab prints.
type SlabOptions struct {
	// Step is the only abstraction that is printed, from 1 on; 0: all of them.
	Step int
	// Dot prints graphs in the language of Graphviz instead of text. What a step has taken away is dashed.
	Dot bool
	// Set are settings of the engine, as in Options.
	Set map[string]string
}

// Slab prints the abstractions that the engine slab makes of a transition system: the initial one, and
// that after each step. The engine follows one strategy; it goes on until it has a verdict, or ctx ends.
func Slab(ctx context.Context, t settle.Task, w io.Writer, opt SlabOptions) (*source.Diagnostics, error) {
	r, err := t.Settle()
	if err != nil {
		return nil, err
	}
	if r.Language == nil {
		return nil, settle.Errorf("%s is no transition system (%s)", r.Files[0], settle.SystemNames())
	}
	sets, err := panel.ReadSettings(panel.Options{Engine: "slab", Set: opt.Set})
	if err != nil {
		return nil, err
	}
	var cfg slab.Config
	if err := slab.Settings().Apply(&cfg, sets["slab"]); err != nil {
		return nil, settle.Errorf("slab.%v", err)
	}
	sys, diags, err := r.LoadSystem()
	if err != nil {
		return diags, err
	}
	r.Asked = r.Language.Safety
	list, err := r.Questions(sys)
	if err != nil {
		return diags, err
	}
	p := slabPrinter{w: w, opt: opt}
	question := engine.Task{System: sys, Goal: list[0].Goal, Property: r.Asked}
	res, err := slab.New(cfg).Watch(ctx, question, p.show)
	switch {
	case err != nil:
		return diags, err
	case p.err != nil:
		return diags, p.err
	case opt.Step > p.n:
		return diags, settle.Errorf("there are %d steps, and none of the number %d", p.n, opt.Step)
	case opt.Step == 0 && !opt.Dot:
		_, err = fmt.Fprintln(w, res.Verdict)
	}
	return diags, err
}

// slabPrinter prints pictures as they come.
type slabPrinter struct {
	w    io.Writer
	opt  SlabOptions
	n    int
	last picture.Picture
	err  error
}

func (p *slabPrinter) show(pic picture.Picture) {
	p.n++
	if p.err == nil && (p.opt.Step == 0 || p.opt.Step == p.n) {
		if p.opt.Dot {
			p.err = pic.Dot(p.w, p.last)
		} else if _, p.err = fmt.Fprintf(p.w, "%d. ", p.n); p.err == nil {
			p.err = pic.Text(p.w)
		}
	}
	p.last = pic
}
