package show

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"whittle.dev/internal/english"
	"whittle.dev/internal/frontend/btor2"
	"whittle.dev/internal/frontend/vmt"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/source"
	"whittle.dev/internal/ts"
	"whittle.dev/internal/ts/fromcfa"
	"whittle.dev/internal/ts/transition"
)

// TSOptions say what ShowTS prints.
type TSOptions struct {
	// Projections are names of variables: the projections on them are listed
	// instead of the system, up to this Depth.
	Projections []string
	Depth       int
	// Format is how the system is written: empty, for people, or one of SystemFormats.
	Format string
}

// SystemFormats are the languages that transition systems are written in.
func SystemFormats() []string { return []string{"btor2", "vmt"} }

// TS prints the transition system that a program is translated to, or one that is read, which has no
// format for people.
func TS(ctx context.Context, t settle.Task, w io.Writer, opt TSOptions) (*source.Diagnostics, error) {
	r, err := t.Settle()
	if err != nil {
		return nil, err
	}
	if opt.Format != "" && !slices.Contains(SystemFormats(), opt.Format) {
		return nil, settle.Errorf("unknown format %q (known: %s)", opt.Format,
			strings.Join(SystemFormats(), ", "))
	}
	if r.Language != nil {
		return showSystem(r, w, opt)
	}
	prog, diags, err := settle.Load(ctx, r)
	if err != nil {
		return diags, err
	}
	tr, err := fromcfa.Translate(ctx, prog, fromcfa.Options{})
	var no *fromcfa.UnsupportedError
	if errors.As(err, &no) {
		return diags, settle.Errorf("%s: %v", prog.Files.Format(no.Pos), no)
	}
	if err != nil {
		return diags, err
	}
	if opt.Format != "" {
		return diags, writeSystem(w, transition.FromProcesses(tr.System), opt.Format, r)
	}
	if len(opt.Projections) > 0 {
		if err := ts.FprintProjections(ctx, w, tr.System, opt.Projections, opt.Depth); err != nil {
			return diags, &settle.InputError{Err: err}
		}
		return diags, nil
	}
	return diags, ts.Fprint(w, tr.System)
}

// showSystem prints a transition system that is read.
func showSystem(r settle.Settled, w io.Writer, opt TSOptions) (*source.Diagnostics, error) {
	if opt.Format == "" || len(opt.Projections) > 0 {
		return nil, settle.Errorf("%s is a transition system: choose the format to write it in (%s)",
			r.Files[0],
			strings.Join(SystemFormats(), ", "))
	}
	sys, diags, err := r.LoadSystem()
	if err != nil {
		return diags, err
	}
	return nil, writeSystem(w, sys.Fork(), opt.Format, r)
}

// writeSystem writes a system in a language.
func writeSystem(w io.Writer, sys *transition.System, format string, r settle.Settled) error {
	title := "The transition system of " + strings.Join(r.Files, " ") + ", written by whittle"
	if format == "vmt" {
		if _, err := fmt.Fprintf(w, "; %s\n", english.OneLine(title)); err != nil {
			return err
		}
		return vmt.Write(w, sys)
	}
	if err := btor2.Write(w, sys, title); errors.Is(err, btor2.ErrNoWords) {
		return settle.Errorf("%s: %v", r.Files[0], err)
	} else if err != nil {
		return err
	}
	return nil
}
