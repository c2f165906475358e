package golang

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
)

// Config says what to load and how.
type Config struct {
	// Patterns are files, or a package as the go command names it: "prog.go", "./pkg".
	Patterns []string
	// Property is what will be checked, or the conjunction of several.
	Property property.Property
	// Entry is the function that the program starts with: "main", or a test "TestX" of the package.
	Entry string
}

// IsFile reports whether a name is that of a file or package for this front end.
func IsFile(name string) bool {
	if strings.HasSuffix(name, ".go") {
		return true
	}
	info, err := os.Stat(name)
	if err != nil || !info.IsDir() {
		return false
	}
	files, err := filepath.Glob(filepath.Join(name, "*.go"))
	return err == nil && len(files) > 0
}

// Load makes a program of packages. Bad input gives an error that says where.
func Load(ctx context.Context, cfg Config) (*cfa.Program, *source.Diagnostics, error) {
	diags := &source.Diagnostics{Files: &source.Files{}}
	w, err := load(ctx, cfg)
	if err != nil {
		return nil, diags, err
	}
	root, err := w.root(cfg)
	if err != nil {
		return nil, diags, err
	}
	l := newLowerer(ctx, w, cfg, diags.Files)
	if err := l.program(root); err != nil {
		return nil, diags, err
	}
	return l.prog, diags, nil
}

// A world is what was loaded.
type world struct {
	fset    *token.FileSet
	prog    *ssa.Program
	initial []*ssa.Package // in the order of the go command
	models  *ssa.Package
	own     map[*types.Package]bool // those with bodies
	order   []*ssa.Package          // those with bodies, each after what it imports
	version string                  // of Go that the main module asks for; empty: the newest
	base    string                  // the folder that names of files are relative to; empty: there is none
}

const listed = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
	packages.NeedDeps | packages.NeedExportFile | packages.NeedModule | packages.NeedForTest

// load lists, parses and types what the program is made of.
func load(ctx context.Context, cfg Config) (*world, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return nil, errors.New("programs in Go are read with the help of the go command, which is not " +
			"installed")
	}
	w := &world{fset: token.NewFileSet(), own: map[*types.Package]bool{}}
	dir, patterns, err := w.place(cfg.Patterns)
	if err != nil {
		return nil, err
	}
	roots, err := packages.Load(&packages.Config{Mode: listed, Context: ctx, Dir: dir, Fset: w.fset,
		Tests: isTest(cfg.Entry)}, patterns...)
	if err != nil {
		return nil, fmt.Errorf("the go command: %w", err)
	}
	roots = slices.DeleteFunc(roots, func(p *packages.Package) bool {
		return strings.HasSuffix(p.PkgPath, ".test")
	})
	if isTest(cfg.Entry) {
		roots = withTests(roots)
	}
	w.prog = ssa.NewProgram(w.fset, ssa.InstantiateGenerics)
	t := &typer{world: w, done: map[*packages.Package]*types.Package{}, imports: map[string]*types.Package{},
		isRoot: map[*packages.Package]bool{}}
	for _, p := range roots {
		t.isRoot[p] = true
	}
	for _, p := range roots {
		if _, err := t.pkg(p); err != nil {
			return nil, err
		}
		if p.Module != nil {
			w.version = p.Module.GoVersion
		}
		w.initial = append(w.initial, w.prog.Package(t.done[p]))
	}
	if len(roots) == 0 {
		return nil, fmt.Errorf("%s: no package", strings.Join(cfg.Patterns, " "))
	}
	if w.models, err = t.loadModels(); err != nil {
		return nil, err
	}
	w.prog.Build()
	return w, nil
}

func isTest(entry string) bool { return strings.HasPrefix(entry, "Test") }

// withTests leaves out packages of which there is a form with tests.
func withTests(roots []*packages.Package) []*packages.Package {
	tested := map[string]bool{}
	for _, p := range roots {
		tested[p.ForTest] = true
	}
	return slices.DeleteFunc(roots, func(p *packages.Package) bool {
		return p.ForTest == "" && tested[p.PkgPath]
	})
}

// place is the folder that the go command is run in, with the patterns as they are named there.
func (w *world) place(patterns []string) (dir string, out []string, err error) {
	if cwd, err := os.Getwd(); err == nil && !slices.ContainsFunc(patterns, filepath.IsAbs) {
		w.base = cwd
	}
	for i, p := range patterns {
		abs, err := filepath.Abs(p)
		if err != nil {
			return "", nil, err
		}
		d := abs
		if strings.HasSuffix(p, ".go") {
			if _, err := os.Stat(abs); err != nil {
				return "", nil, err
			}
			d = filepath.Dir(abs)
			out = append(out, "."+string(filepath.Separator)+filepath.Base(abs))
		} else {
			out = append(out, ".")
		}
		if i > 0 && d != dir {
			return "", nil, fmt.Errorf("%s and %s are in different folders: a program is one package and "+
				"what it imports", patterns[0], p)
		}
		dir = d
	}
	return dir, out, nil
}

// A typer types packages, each once, after those that it imports.
type typer struct {
	*world
	done    map[*packages.Package]*types.Package
	imports map[string]*types.Package // as export data names them
	isRoot  map[*packages.Package]bool
}

// pkg types a package and makes an SSA package of it.
func (t *typer) pkg(p *packages.Package) (*types.Package, error) {
	if tp := t.done[p]; tp != nil {
		return tp, nil
	}
	if p.PkgPath == "unsafe" {
		t.done[p], t.imports["unsafe"] = types.Unsafe, types.Unsafe
		t.prog.CreatePackage(types.Unsafe, nil, nil, true)
		return types.Unsafe, nil
	}
	if len(p.Errors) > 0 {
		return nil, p.Errors[0]
	}
	paths := make([]string, 0, len(p.Imports))
	for path := range p.Imports {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		if _, err := t.pkg(p.Imports[path]); err != nil {
			return nil, err
		}
	}
	if p.Module == nil && !t.isRoot[p] && !fromSource[p.PkgPath] {
		return t.exported(p)
	}
	var files []*ast.File
	for _, name := range p.CompiledGoFiles {
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		f, err := parser.ParseFile(t.fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	version := ""
	if p.Module != nil && p.Module.GoVersion != "" {
		version = "go" + p.Module.GoVersion
	}
	tp, err := t.check(p.PkgPath, p.Name, version, files, func(path string) (*types.Package, error) {
		if q := p.Imports[path]; q != nil {
			return t.done[q], nil
		}
		return nil, fmt.Errorf("no package %s", path)
	})
	if err != nil {
		return nil, err
	}
	t.done[p], t.imports[p.PkgPath] = tp, tp
	return tp, nil
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// check types files as a package with bodies.
func (t *typer) check(path, name, version string, files []*ast.File,
	imports importerFunc) (*types.Package, error) {
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
	tp := types.NewPackage(path, name)
	conf := &types.Config{Importer: imports, Sizes: sizes, GoVersion: version}
	if err := types.NewChecker(conf, t.fset, tp, info).Files(files); err != nil {
		return nil, err
	}
	t.own[tp] = true
	t.order = append(t.order, t.prog.CreatePackage(tp, files, info, true))
	return tp, nil
}

// exported reads the types of a package that has been compiled.
func (t *typer) exported(p *packages.Package) (*types.Package, error) {
	if p.ExportFile == "" {
		return nil, fmt.Errorf("the go command has not compiled %s", p.PkgPath)
	}
	f, err := os.Open(p.ExportFile)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	//lint:ignore SA1019 the go command gives archives until Go 1.29; go/packages reads them like this
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.PkgPath, err)
	}
	tp, err := gcexportdata.Read(r, t.fset, t.imports, p.PkgPath)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.PkgPath, err)
	}
	t.done[p] = tp
	t.prog.CreatePackage(tp, nil, nil, true)
	return tp, nil
}

// fromSource lists packages of the standard library whose functions are lowered like those of the program.
var fromSource = map[string]bool{"cmp": true, "container/heap": true, "container/list": true,
	"container/ring": true, "iter": true, "maps": true, "math/bits": true, "slices": true, "sort": true,
	"strings": true}

// root is the function that the program starts with.
func (w *world) root(cfg Config) (*ssa.Function, error) {
	name := cfg.Entry
	if name == "" {
		name = "main"
	}
	for _, p := range w.initial {
		f := p.Func(name)
		if f == nil || name == "main" && p.Pkg.Name() != "main" {
			continue
		}
		for _, v := range f.Params {
			if t := v.Type(); !isTest(name) && !is(t, types.IsInteger|types.IsBoolean) {
				return nil, fmt.Errorf("%s has a parameter of type %s: of the function that a program "+
					"starts with, integers and bools are inputs", name, typeName(t))
			}
		}
		return f, nil
	}
	if name == "main" {
		return nil, fmt.Errorf("%s: no package main with a function main: --entry names another function",
			strings.Join(cfg.Patterns, " "))
	}
	return nil, fmt.Errorf("%s: no function %s", strings.Join(cfg.Patterns, " "), name)
}
