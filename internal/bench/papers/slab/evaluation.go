package slab

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	families "whittle.dev/internal/bench/gen/slab"
	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/engine/slab"
	"whittle.dev/internal/frontend/vmt"
	"whittle.dev/internal/outfile"
	"whittle.dev/internal/property"
)

// The names of configurations.
const (
	ours = "slab"
	pdr  = "pdr"
	z3   = "z3"
)

// Configs are the columns of table 2: the engines slab and pdr, and z3's Spacer if it is there.
func Configs(spacer *tasks.External, extra []string) []tasks.NamedArgs {
	out := []tasks.NamedArgs{with(ours, extra), with(pdr, extra)}
	if spacer != nil {
		out = append(out, tasks.NamedArgs{Name: z3, External: spacer})
	}
	return out
}

// section is the beginning of what a setting says of its source.
const section = "Slicing Abstractions, section "

// Ablation are the engine slab, the same with each operation of slicing off (section 5 of the paper) and with
// all of them off, and with each other switch of the engine off.
func Ablation(extra []string) []tasks.NamedArgs {
	out, others := []tasks.NamedArgs{with(ours, extra)}, []tasks.NamedArgs{}
	var none []string
	for _, s := range slab.Settings().Docs() {
		if s.Values == nil || s.Values[len(s.Values)-1].Name != "off" {
			continue
		}
		off := []string{"--set", ours + "." + s.Name + "=off"}
		c := with(ours, append(off, extra...))
		c.Name = "no " + s.Name
		where, published := strings.CutPrefix(s.Source, section)
		if published {
			c.Name += " (" + where + ")"
		}
		if strings.HasPrefix(where, "5.") {
			none = append(none, off...)
			out = append(out, c)
		} else {
			others = append(others, c)
		}
	}
	last := with(ours, append(none, extra...))
	last.Name = "no slicing"
	return append(append(out, last), others...)
}

// with is a configuration with an engine. Its verdicts have their evidence checked, as always.
func with(name string, extra []string) tasks.NamedArgs {
	return tasks.NamedArgs{Name: name, Args: append([]string{"--engine", name}, extra...)}
}

// statNames are the numbers of the engine slab that are read.
const (
	iterations = "iterations"
	states     = "states"
	predicates = "predicates"
	questions  = "questions"
)

// Stats are the names for tasks.Config.Stats.
func Stats() []string { return []string{iterations, states, predicates, questions} }

// Items writes the systems of rows to VMT-LIB files in a folder.
func Items(ctx context.Context, rows []families.Row, dir string) ([]tasks.Item, error) {
	var out []tasks.Item
	for _, r := range rows {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		file := filepath.Join(dir, strings.ReplaceAll(strings.ToLower(r.Name), " ", "-")+".vmt")
		write := func(w io.Writer) error { return vmt.Write(w, r.System()) }
		if err := outfile.Write(file, write); err != nil {
			return nil, fmt.Errorf("%s: %w", r.Name, err)
		}
		it := tasks.Item{Name: r.Name, Set: r.Family, Path: file, Property: property.InvarProperty,
			Expected: property.Holds()}
		if !r.Safe {
			it.Expected = property.Violated(property.InvarProperty)
		}
		out = append(out, it)
	}
	return out, nil
}
