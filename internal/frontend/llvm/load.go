package llvm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/internal/source"
)

// Config says what to load and how.
type Config struct {
	// Files are the modules of the program: text (.ll) or bitcode (.bc).
	Files []string
	// Lowering is what the C front end is told for library models and properties. The data model is that of
	// the modules.
	Lowering c.Config
	// Compiled says that clang has just written the modules: what values are called is what it calls them.
	Compiled bool
}

// IsFile reports whether a name is that of a file for this front end.
func IsFile(name string) bool {
	return strings.HasSuffix(name, ".ll") || strings.HasSuffix(name, ".bc")
}

// Load makes a program of modules. Bad input gives an error that says where.
func Load(ctx context.Context, cfg Config) (*cfa.Program, *source.Diagnostics, error) {
	diags := &source.Diagnostics{Files: &source.Files{}}
	if cfg.Lowering.Read == nil {
		cfg.Lowering.Read = os.ReadFile
	}
	var modules []*ir.Module
	for _, file := range cfg.Files {
		text, err := read(ctx, file, cfg.Lowering.Read)
		if err != nil {
			return nil, diags, err
		}
		m, err := ir.Read(file, text)
		if err != nil {
			return nil, diags, err
		}
		modules = append(modules, m)
	}
	model, err := dataModel(modules)
	if err != nil {
		return nil, diags, err
	}
	cfg.Lowering.DataModel = model
	l, err := newLowerer(ctx, modules, &cfg.Lowering)
	if err != nil {
		return nil, diags, err
	}
	l.compiled = cfg.Compiled
	if err := l.reach(); err != nil {
		return nil, diags, err
	}
	return c.LoadForeign(ctx, cfg.Lowering, l.foreign())
}

// dataModel is the data model of modules, which must have the same.
func dataModel(modules []*ir.Module) (c.DataModel, error) {
	if len(modules) == 0 {
		return c.LP64, errors.New("no input file")
	}
	for _, m := range modules {
		bits := m.Layout.PointerBits()
		switch {
		case m.Layout.BigEndian:
			return c.LP64, fmt.Errorf("%s: modules for big-endian machines are not supported", m.File)
		case bits != 32 && bits != 64:
			return c.LP64, fmt.Errorf("%s: pointers of %d bits are not supported", m.File, bits)
		case bits != modules[0].Layout.PointerBits():
			return c.LP64, fmt.Errorf("%s: pointers have %d bits here, and %d in %s", m.File, bits,
				modules[0].Layout.PointerBits(), modules[0].File)
		}
	}
	if modules[0].Layout.PointerBits() == 32 {
		return c.ILP32, nil
	}
	return c.LP64, nil
}

// read returns the text of a module, which llvm-dis makes of bitcode.
func read(ctx context.Context, file string, open func(string) ([]byte, error)) ([]byte, error) {
	text, err := open(file)
	if err != nil || !strings.HasPrefix(string(text[:min(len(text), 4)]), "BC\xc0\xde") {
		return text, err
	}
	for _, name := range []string{"llvm-dis", "llvm-dis-19", "llvm-dis-18", "llvm-dis-17", "llvm-dis-16",
		"llvm-dis-15", "llvm-dis-14"} {
		tool, lookErr := exec.LookPath(name)
		if lookErr != nil {
			continue
		}
		cmd := exec.CommandContext(ctx, tool, "-o", "-")
		cmd.Stdin = strings.NewReader(string(text))
		out, runErr := cmd.Output()
		if runErr == nil {
			return out, nil
		}
		err = fmt.Errorf("%s: %s cannot read this bitcode: %w", file, name, runErr)
	}
	if err == nil {
		err = fmt.Errorf("%s: bitcode is read by llvm-dis, which is not installed", file)
	}
	return nil, err
}
