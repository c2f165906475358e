package settle

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/clang"
	"whittle.dev/internal/frontend/llvm"
	"whittle.dev/internal/source"
)

// ByClang reports whether the program is compiled by clang: it has a file in C++, or the user wants it.
func (r *Settled) ByClang() bool {
	return slices.Contains(r.compiledAsCXX, true) || slices.ContainsFunc(r.Files, func(f string) bool {
		return clang.IsFile(f) || r.FrontEnd == "llvm" && !llvm.IsFile(f)
	})
}

// loadCompiled has clang compile the program, and lowers what that makes of it.
func loadCompiled(ctx context.Context, t Settled) (*cfa.Program, *source.Diagnostics, error) {
	lowering := t.Config()
	var files []string // that clang compiles
	for _, f := range t.Files {
		if !llvm.IsFile(f) {
			files = append(files, f)
		}
	}
	m, err := compileAll(ctx, t, files)
	if err != nil {
		return nil, &source.Diagnostics{Files: &source.Files{}}, err
	}
	texts := map[string][]byte{}
	modules := slices.Clone(t.Files)
	for i, f := range files {
		name := f + " (compiled)"
		texts[name] = m.Texts[i]
		modules[slices.Index(modules, f)] = name
	}
	open := t.ReadFile
	lowering.Read = func(name string) ([]byte, error) {
		if text, ok := texts[name]; ok {
			return text, nil
		}
		return open(name)
	}
	prog, diags, err := llvm.Load(ctx, llvm.Config{Files: modules, Lowering: lowering, Compiled: true})
	if err == nil {
		diags.Add(source.Note, source.Pos{File: diags.Files.Add(files[0])}, "compiled by %s %s", m.Command,
			strings.Join(m.Flags, " "))
	}
	return prog, diags, err
}

// compileAll has clang compile files, each with the flags that a compilation database has for it.
func compileAll(ctx context.Context, t Settled, files []string) (*clang.Module, error) {
	cfg := clang.Config{Files: files, Command: t.CC, Flags: t.CCFlags, Include: t.Include, Defines: t.Defines,
		ForceIncludes: t.ForceIncludes, ILP32: t.DataModel == "ILP32", Cache: clangCache()}
	if t.units == nil {
		return clang.Compile(ctx, cfg)
	}
	all := &clang.Module{Cached: true}
	for i, u := range t.units {
		if llvm.IsFile(u.File) {
			continue
		}
		own := cfg
		own.Files, own.CXX = []string{u.File}, t.compiledAsCXX[i]
		own.Flags = slices.Concat(unitFlags(u, t.Defines), t.CCFlags)
		own.Include = slices.Concat(u.Include, t.Include)
		own.Defines = slices.Concat(u.Defines, t.Defines)
		own.ForceIncludes = slices.Concat(u.ForceIncludes, t.ForceIncludes)
		m, err := clang.Compile(ctx, own)
		if err != nil {
			return nil, err
		}
		all.Texts = append(all.Texts, m.Texts...)
		all.Command, all.Flags, all.Cached = m.Command, m.Flags, all.Cached && m.Cached
	}
	return all, nil
}

// unitFlags are the flags of a file that clang takes as they are; some macros are defined for all files.
func unitFlags(u c.Unit, defines []string) (flags []string) {
	with := func(flag string, values []string) {
		for _, v := range values {
			flags = append(flags, flag, v)
		}
	}
	if u.Std != "" {
		flags = append(flags, "-std="+u.Std)
	}
	if u.Freestanding {
		flags = append(flags, "-ffreestanding")
	}
	with("-iquote", u.Quote)
	with("-idirafter", u.After)
	with("-U", slices.DeleteFunc(slices.Clone(u.Undefs), func(name string) bool {
		return slices.ContainsFunc(defines, func(d string) bool {
			return d == name || strings.HasPrefix(d, name+"=")
		})
	}))
	return flags
}

// clangCache is the folder for what clang has made; empty: the machine has none.
func clangCache() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "whittle", "clang")
}
