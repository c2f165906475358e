package settle

import (
	"context"
	"fmt"
	"slices"

	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/golang"
	"whittle.dev/internal/frontend/llvm"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
)

// Config is what the front end is told.
func (r Settled) Config() c.Config {
	model := c.LP64
	if r.DataModel == "ILP32" {
		model = c.ILP32
	}
	files := r.Files
	if r.units != nil {
		files = nil
	}
	pointers, _ := c.ParseEntryPointers(r.EntryPointers) // which Settle has found to be right
	return c.Config{
		Files: files, Read: r.Read, Units: r.units, DataModel: model, Include: r.Include, Defines: r.Defines,
		ForceIncludes: r.ForceIncludes, Dialect: c.Dialect(r.Dialect),
		Property: r.Lowering(), Propositions: r.observed(),
		Monitor: r.Monitor, ErrorLabel: r.ErrorLabel, Entry: r.Entry,
		EntryPointers: pointers, Replace: r.Replace, RemoveBody: r.RemoveBody,
		Args:         r.Args,
		MayFail:      Failings[r.MayFail],
		ExternWrites: r.ExternWrites, StrictMembers: r.StrictMembers, StrictCalls: r.StrictCalls,
		Volatile: volatileMeanings[r.Volatile],
	}
}

// Hides reports whether the files may no longer show a violation of a property that their source has.
func (r Settled) Hides(p property.Property) bool {
	return (p == property.NoUndefinedBehaviour || p == property.NoUninitialisedUse) && r.IsModule()
}

// IsModule reports whether the task is about modules of LLVM.
func (r Settled) IsModule() bool { return r.ByClang() || slices.ContainsFunc(r.Files, llvm.IsFile) }

// Load runs the front end and checks what it made. A panic becomes a *bugreport.Panic.
func Load(ctx context.Context, t Settled) (prog *cfa.Program, diags *source.Diagnostics, err error) {
	defer func() {
		if p := recover(); p != nil {
			prog, err = nil, bugreport.Caught(p)
		}
	}()
	if t.Language != nil {
		return nil, nil, Errorf("%s is a transition system, and this is for C programs", t.Files[0])
	}
	if t.InGo() {
		prog, diags, err = golang.Load(ctx, golang.Config{Patterns: t.Files, Property: t.Lowering(),
			Entry: t.Entry})
	} else if t.ByClang() {
		prog, diags, err = loadCompiled(ctx, t)
	} else if t.IsModule() {
		i := slices.IndexFunc(t.Files, llvm.IsFile)
		if j := slices.IndexFunc(t.Files, func(f string) bool { return !llvm.IsFile(f) }); j >= 0 {
			return nil, nil, Errorf("%s is a module of LLVM and %s is C: they are not checked together",
				t.Files[i], t.Files[j])
		}
		prog, diags, err = llvm.Load(ctx, llvm.Config{Files: t.Files, Lowering: t.Config()})
	} else {
		prog, diags, err = c.Load(ctx, t.Config())
	}
	t.NoteDatabase(diags)
	if err == nil && diags != nil && diags.HasErrors() {
		err = diags.Err()
	}
	if err != nil {
		return nil, diags, &InputError{err}
	}
	if err := cfa.Check(prog); err != nil {
		return nil, diags, bugreport.Caught(fmt.Sprintf("the front end made a program that is not "+
			"well-formed: %v",
			err))
	}
	prog.Terms.Freeze()
	if t.Lowering() == property.NoUninitialisedUse && t.Monitor == nil {
		if prog, err = followUnset(ctx, prog); err != nil {
			return nil, diags, err
		}
	}
	return prog, diags, nil
}
