package show

import (
	"context"
	"fmt"
	"io"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/cpa"
	"whittle.dev/internal/picture"
	"whittle.dev/internal/run/panel"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/source"
)

// ARGOptions say what ShowARG prints.
type ARGOptions struct {
	// Dot prints a graph in the language of Graphviz instead of text: abstraction states are filled, edges of
	// coverage dashed.
	Dot bool
	// Fold makes chains of states of which nothing is known one edge.
	Fold bool
	// MaxNodes is how many nodes a graph may have to be printed; 0: any number.
	MaxNodes int
	// Set are settings of the engine, as in Options.
	Set map[string]string
}

// ARG prints the abstract reachability graph that the engine cpa has when it has decided a program.
func ARG(ctx context.Context, t settle.Task, w io.Writer, opt ARGOptions) (*source.Diagnostics, error) {
	r, err := t.Settle()
	if err != nil {
		return nil, err
	}
	sets, err := panel.ReadSettings(panel.Options{Engine: "cpa", Set: opt.Set})
	if err != nil {
		return nil, err
	}
	var cfg cpa.Config
	if err := cpa.Settings().Apply(&cfg, sets["cpa"]); err != nil {
		return nil, settle.Errorf("cpa.%v", err)
	}
	eng, err := cpa.New(cfg)
	if err != nil {
		return nil, settle.Errorf("cpa: %v", err)
	}
	prog, diags, err := settle.Load(ctx, r)
	if err != nil {
		return diags, err
	}
	res, graph, err := eng.Graph(ctx, engine.Task{Program: prog, Property: r.Asked}, opt.Fold)
	switch {
	case err != nil:
		return diags, err
	case len(graph.Nodes) == 0:
		return diags, settle.Errorf("there is no graph: %s", res.Why)
	case opt.MaxNodes > 0 && len(graph.Nodes) > opt.MaxNodes:
		return diags, settle.Errorf("the graph has %d nodes, more than the %d that are printed: "+
			"raise --max%s",
			len(graph.Nodes), opt.MaxNodes, orFold(opt.Fold))
	case opt.Dot:
		return diags, graph.Dot(w, picture.Picture{})
	}
	if err := graph.Text(w); err != nil {
		return diags, err
	}
	_, err = fmt.Fprintln(w, res.Verdict)
	return diags, err
}

// orFold is what else helps against a large graph.
func orFold(folded bool) string {
	if folded {
		return ""
	}
	return ", or give --fold"
}
