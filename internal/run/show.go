package run

import (
	"context"
	"io"

	"whittle.dev/internal/run/panel"
	"whittle.dev/internal/run/show"
	"whittle.dev/internal/source"
)

// What is printed of a program and of what engines see, see package show.
type (
	ShowOptions     = show.Options
	ShowARGOptions  = show.ARGOptions
	ShowHornOptions = show.HornOptions
	ShowLTLOptions  = show.LTLOptions
	ShowSlabOptions = show.SlabOptions
	ShowTSOptions   = show.TSOptions
)

// Passes returns the names of the transformations that Show can apply.
func Passes() []string { return show.Passes() }

// SystemFormats are the formats in which ShowTS writes transition systems for other tools.
func SystemFormats() []string { return show.SystemFormats() }

// Show prints the control-flow automata that the front end makes of a program.
func Show(ctx context.Context, t Task, w io.Writer, opt ShowOptions) (*source.Diagnostics, error) {
	return show.Program(ctx, t, w, opt)
}

// ShowARG prints the abstract reachability graph that the engine cpa has when it has decided a program.
func ShowARG(ctx context.Context, t Task, w io.Writer, opt ShowARGOptions) (*source.Diagnostics, error) {
	return show.ARG(ctx, t, w, opt)
}

// ShowHorn prints the Horn clauses of proofs for any number of threads.
func ShowHorn(ctx context.Context, t Task, w io.Writer, opt ShowHornOptions) (*source.Diagnostics, error) {
	return show.Horn(ctx, t, w, opt)
}

// ShowLTL prints the automaton of a formula of temporal logic.
func ShowLTL(ctx context.Context, text string, w io.Writer, opt ShowLTLOptions) error {
	return show.LTL(ctx, text, w, opt)
}

// ShowSlab prints the abstractions that the engine slab makes of a transition system.
func ShowSlab(ctx context.Context, t Task, w io.Writer, opt ShowSlabOptions) (*source.Diagnostics, error) {
	return show.Slab(ctx, t, w, opt)
}

// ShowTS prints the transition system of a program or a file.
func ShowTS(ctx context.Context, t Task, w io.Writer, opt ShowTSOptions) (*source.Diagnostics, error) {
	return show.TS(ctx, t, w, opt)
}

// EngineInfo describes an engine.
type EngineInfo = panel.EngineInfo

// EngineInfos describes the engines other than "auto", which runs these.
func EngineInfos() []EngineInfo { return panel.EngineInfos() }

// Engines are the names of the engines, "auto" first.
func Engines() []string { return panel.Engines() }

// AutoRuns are the names of the engines that "auto" runs side by side on programs, those that it adds if a
// program has one thread and a loop, or several and a loop, and those on transition systems.
func AutoRuns() (programs, loops, threads, systems []string) { return panel.AutoRuns() }
