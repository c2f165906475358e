package clang

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Config says what to compile and how.
type Config struct {
	// Files are C++ or C files.
	Files []string
	// Command is the compiler; empty: the newest clang that is found. Flags are its own, after ours.
	Command string
	Flags   []string
	// Include, Defines and ForceIncludes are -I, -D and -include.
	Include, Defines, ForceIncludes []string
	// CXX says that they are in C++ whatever their names.
	CXX bool
	// ILP32 compiles for 32 bits.
	ILP32 bool
	// Cache is a folder for what was compiled; empty: nothing is kept.
	Cache string
}

// Module is what the compiler has made.
type Module struct {
	// Texts are the intermediate representation, by files.
	Texts [][]byte
	// Command and Flags are what was called, without the names of files and of folders.
	Command string
	Flags   []string
	// Cached: the module is that of an earlier run.
	Cached bool
}

// IsFile reports whether a name is that of a C++ file.
func IsFile(name string) bool {
	switch filepath.Ext(name) {
	case ".cpp", ".cc", ".cxx", ".c++", ".C", ".cp", ".CPP", ".ii":
		return true
	}
	return false
}

// isCXX reports whether a file is compiled as C++.
func (c *Config) isCXX(file string) bool { return c.CXX || IsFile(file) }

// optimisation keeps calls and memory accesses of the source: what is undefined stays visible.
var optimisation = []string{"-O0"}

// Compile compiles files. An error about the program is a *source.FileError.
func Compile(ctx context.Context, cfg Config) (*Module, error) {
	tool, err := findCompiler(cfg)
	if err != nil {
		return nil, err
	}
	m := &Module{Command: filepath.Base(tool), Flags: slices.Concat(optimisation, cfg.Flags)}
	m.Cached = true
	for _, file := range cfg.Files {
		text, cached, err := compileFile(ctx, cfg, tool, file)
		if err != nil {
			return nil, err
		}
		m.Texts, m.Cached = append(m.Texts, text), m.Cached && cached
	}
	return m, nil
}

// compileFile compiles one file, or finds what was made of it before.
func compileFile(ctx context.Context, cfg Config, tool, file string) (text []byte, cached bool, err error) {
	c := newCache(cfg, tool, file)
	if text := c.find(); text != nil {
		return text, true, nil
	}
	dir, err := os.MkdirTemp("", "whittle-clang-")
	if err != nil {
		return nil, false, fmt.Errorf("compiling %s: %w", file, err)
	}
	defer os.RemoveAll(dir)
	var deps []string
	for _, with := range []ours{ourHeaders, ourTexts, nothingOfOurs} {
		// It may be that the file does not go together with ours.
		text, deps, err = run(ctx, cfg, tool, file, dir, with)
		if err == nil || ctx.Err() != nil || !cfg.isCXX(file) {
			break
		}
	}
	if err == nil {
		c.keep(text, deps)
	}
	return text, false, err
}

// ours says what a C++ file is compiled with.
type ours int

const (
	nothingOfOurs ours = iota
	ourTexts           // what programs find in libstdc++.so
	ourHeaders         // and headers in the place of those of streams
)

// run calls the compiler and returns the module and the names of the files that were read.
func run(ctx context.Context, cfg Config, tool, file, dir string, with ours) (text []byte, deps []string,
	err error) {
	out, list := filepath.Join(dir, "out.ll"), filepath.Join(dir, "deps")
	args := arguments(cfg, file)
	if with == ourHeaders && cfg.isCXX(file) {
		headers := headersIn(dir)
		if err := writeHeaders(headers); err != nil {
			return nil, nil, err
		}
		args = append(args, "-isystem", headers, "-ffile-prefix-map="+headers+"="+supportName)
	}
	args = append(args, "-MD", "-MF", list, "-MT", "x", "-o", out, "-")
	cmd := exec.CommandContext(ctx, tool, args...)
	cmd.Stdin = strings.NewReader(unit(file, cfg.isCXX(file) && with != nothingOfOurs))
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		return nil, nil, problem(file, tool, errs.String(), err)
	}
	if text, err = os.ReadFile(out); err != nil {
		return nil, nil, fmt.Errorf("reading what %s made of %s: %w", tool, file, err)
	}
	names, err := os.ReadFile(list)
	if err != nil {
		return nil, nil, fmt.Errorf("reading what %s made of %s: %w", tool, file, err)
	}
	isOurs := func(f string) bool { return filepath.Dir(f) == headersIn(dir) }
	return text, slices.DeleteFunc(dependencies(string(names)), isOurs), nil
}

// arguments are those that the module depends on.
func arguments(cfg Config, file string) []string {
	args := []string{"-x", "c", "-std=gnu17"}
	if cfg.isCXX(file) {
		args = []string{"-x", "c++", "-std=gnu++17"}
	}
	if cfg.ILP32 {
		args = append(args, "-m32")
	}
	args = append(args, optimisation...)
	args = append(args, "-S", "-emit-llvm", "-g", "-w", "-fno-discard-value-names",
		"-fno-color-diagnostics", "-fno-caret-diagnostics")
	if cfg.isCXX(file) {
		// So it says at virtual calls of which class the object is.
		args = append(args, "-flto", "-fwhole-program-vtables")
	}
	for _, d := range cfg.Include {
		args = append(args, "-I", d)
	}
	for _, d := range cfg.Defines {
		args = append(args, "-D", d)
	}
	for _, f := range cfg.ForceIncludes {
		args = append(args, "-include", f)
	}
	return append(args, cfg.Flags...)
}

// dependencies reads the rule of a makefile that lists what was read.
func dependencies(rule string) (out []string) {
	_, rule, _ = strings.Cut(rule, ":")
	rule = strings.ReplaceAll(strings.ReplaceAll(rule, "\\\n", " "), "\\ ", "\x00")
	for _, f := range strings.Fields(rule) {
		if f != "-" && f != "<stdin>" {
			out = append(out, strings.ReplaceAll(f, "\x00", " "))
		}
	}
	return out
}
