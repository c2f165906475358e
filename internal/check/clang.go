package check

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/clang"
	"whittle.dev/internal/frontend/llvm"
	"whittle.dev/internal/source"
)

// byClang reports whether the program is compiled by clang: it has a file in C++, or the user wants it.
func (r *Settled) byClang() bool {
	return slices.ContainsFunc(r.Files, func(f string) bool {
		return clang.IsFile(f) || r.FrontEnd == "llvm" && !llvm.IsFile(f)
	})
}

// loadCompiled has clang compile the program, and lowers what that makes of it.
func loadCompiled(ctx context.Context, t Settled) (*cfa.Program, *source.Diagnostics, error) {
	lowering := t.config()
	var files []string // that clang compiles
	for _, f := range t.Files {
		if !llvm.IsFile(f) {
			files = append(files, f)
		}
	}
	m, err := clang.Compile(ctx, clang.Config{Files: files, Command: t.CC, Flags: t.CCFlags,
		Include: t.Include, Defines: t.Defines, ForceIncludes: t.ForceIncludes, ILP32: t.DataModel == "ILP32",
		Cache: clangCache()})
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

// clangCache is the folder for what clang has made; empty: the machine has none.
func clangCache() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "whittle", "clang")
}
