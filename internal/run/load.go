package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/llvm"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
)

// load reads and lowers the program.
func (r *checkRun) load(ctx context.Context) (*cfa.Program, error) {
	begin := time.Now()
	r.event(Event{Stage: "front end"})
	prog, diags, err := load(ctx, r.task)
	r.time("front end time", begin)
	r.mu.Lock()
	r.diags = diags
	if prog != nil {
		r.files, r.prog = prog.Files, prog
	}
	r.mu.Unlock()
	return prog, err
}

// config is what the front end is told.
func (r Settled) config() c.Config {
	model := c.LP64
	if r.DataModel == "ILP32" {
		model = c.ILP32
	}
	files := r.Files
	if r.units != nil {
		files = nil
	}
	return c.Config{
		Files: files, Read: r.Read, Units: r.units, DataModel: model, Include: r.Include, Defines: r.Defines,
		ForceIncludes: r.ForceIncludes, Dialect: c.Dialect(r.Dialect),
		Property: r.lowering(), Propositions: r.observed(),
		Monitor: r.monitor, ErrorLabel: r.ErrorLabel, Entry: r.Entry,
		Args:         r.Args,
		MayFail:      failings[r.MayFail],
		ExternWrites: r.ExternWrites, StrictMembers: r.StrictMembers, StrictCalls: r.StrictCalls,
		Volatile: volatileMeanings[r.Volatile],
	}
}

// hides reports whether the files may no longer show a violation of a property that their source has.
func (r Settled) hides(p property.Property) bool {
	return (p == property.NoUndefinedBehaviour || p == property.NoUninitialisedUse) && r.isModule()
}

// isModule reports whether the task is about modules of LLVM.
func (r Settled) isModule() bool { return r.byClang() || slices.ContainsFunc(r.Files, llvm.IsFile) }

// load runs the front end and checks what it made. A panic becomes a *bugreport.Panic.
func load(ctx context.Context, t Settled) (prog *cfa.Program, diags *source.Diagnostics, err error) {
	defer func() {
		if p := recover(); p != nil {
			prog, err = nil, bugreport.Caught(p)
		}
	}()
	if t.language != nil {
		return nil, nil, inputError("%s is a transition system, and this is for C programs", t.Files[0])
	}
	if t.byClang() {
		prog, diags, err = loadCompiled(ctx, t)
	} else if t.isModule() {
		i := slices.IndexFunc(t.Files, llvm.IsFile)
		if j := slices.IndexFunc(t.Files, func(f string) bool { return !llvm.IsFile(f) }); j >= 0 {
			return nil, nil, inputError("%s is a module of LLVM and %s is C: they are not checked together",
				t.Files[i], t.Files[j])
		}
		prog, diags, err = llvm.Load(ctx, llvm.Config{Files: t.Files, Lowering: t.config()})
	} else {
		prog, diags, err = c.Load(ctx, t.config())
	}
	t.noteDatabase(diags)
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
	if t.lowering() == property.NoUninitialisedUse && t.monitor == nil {
		if prog, err = followUnset(ctx, prog); err != nil {
			return nil, diags, err
		}
	}
	return prog, diags, nil
}

// IsInputError reports whether an error is one of the user's.
func IsInputError(err error) bool {
	var ie *InputError
	return errors.As(err, &ie)
}
