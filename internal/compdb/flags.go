package compdb

import (
	"path/filepath"
	"slices"
	"strings"
)

// Unit is a file in C or C++ with what its command says about it.
type Unit struct {
	File string
	// CXX says that it is compiled as C++.
	CXX bool
	// Quote, Include and After are directories: -iquote; -I and then -isystem;
	// -idirafter and those of the system's own headers.
	Quote, Include, After []string
	// Undefs are the macros of which -U was the last word, Defines the others
	// of -D, "NAME" or "NAME=VALUE", sorted by the place of that word.
	Undefs, Defines []string
	// ForceIncludes are the files of -include.
	ForceIncludes []string
	// Std is the value of -std ("c90" for -ansi), or empty.
	Std string
	// Freestanding is set by -ffreestanding.
	Freestanding bool
	// DataModel is LP64 or ILP32.
	DataModel string
	// Line and Col tell where the command is in the database.
	Line, Col int
}

// flags reads the flags of one command.
type flags struct {
	unit     Unit
	resolve  func(path string) string // relative to the command's folder
	exists   func(path string) bool
	macros   []macro
	isystem  []string
	language string // of -x, or empty
	model    string // of -m32 or -m64, or empty
	target   string
	// unknown are flags that may change the meaning and are not supported.
	unknown []string
}

type macro struct {
	name, define string // define is empty for -U
}

// parse reads the words after the compiler.
func (f *flags) parse(args []string) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			break // only files follow
		}
		if len(arg) < 2 || arg[0] != '-' {
			continue // a file
		}
		if rest, ok := strings.CutPrefix(arg, "-Wp,"); ok {
			f.parse(strings.Split(rest, ","))
			continue
		}
		name, value, separate := splitFlag(arg)
		if name == "" || arg == "-undef" { // which is not the linker's -u
			f.plain(arg)
			continue
		}
		shown := arg
		if separate {
			if i+1 == len(args) {
				f.unknown = append(f.unknown, arg+" without its value")
				continue
			}
			i++
			value = args[i]
			shown += " " + value
		}
		f.valued(name, value, shown)
	}
}

// splitFlag returns the name and the value of a flag that has one; separate
// says that the value is the next word. The name is empty for other flags.
func splitFlag(arg string) (name, value string, separate bool) {
	if long, value, ok := strings.Cut(arg, "="); longForms[long] != "" {
		return longForms[long], value, !ok
	}
	for _, n := range valueFlags {
		switch rest, ok := strings.CutPrefix(arg, n); {
		case ok && rest == "":
			return n, "", true
		case ok && slices.Contains(joinedFlags, n):
			return n, rest, false
		}
	}
	return "", "", false
}

// valued takes a flag with a value.
func (f *flags) valued(name, value, shown string) {
	u := &f.unit
	switch name {
	case "-D":
		n, _, _ := strings.Cut(value, "=")
		n, _, _ = strings.Cut(n, "(")
		f.macros = append(f.macros, macro{n, value})
	case "-U":
		f.macros = append(f.macros, macro{name: value})
	case "-I":
		if value == "-" {
			f.unknown = append(f.unknown, shown)
			return
		}
		u.Include = append(u.Include, f.resolve(value))
	case "-isystem":
		if isSystemFolder(value) {
			// The built-in headers take the place of these.
			u.After = append(u.After, f.resolve(value))
			return
		}
		f.isystem = append(f.isystem, f.resolve(value))
	case "-iquote":
		u.Quote = append(u.Quote, f.resolve(value))
	case "-idirafter":
		u.After = append(u.After, f.resolve(value))
	case "-include":
		// It is looked for in the folder of the command, then as in #include.
		if p := f.resolve(value); f.exists(p) {
			value = p
		}
		u.ForceIncludes = append(u.ForceIncludes, value)
	case "-x":
		f.language = value
	case "-target":
		f.target = value
	default:
		if slices.Contains(meaningfulValued, name) {
			f.unknown = append(f.unknown, shown)
		}
	}
}

// plain takes a flag without a value.
func (f *flags) plain(arg string) {
	switch arg {
	case "-m32":
		f.model = "ILP32"
		return
	case "-m64":
		f.model = "LP64"
		return
	case "-ansi":
		f.unit.Std = "c90"
		return
	case "-ffreestanding", "-fno-hosted":
		f.unit.Freestanding = true
		return
	case "-fhosted", "-fno-freestanding":
		f.unit.Freestanding = false
		return
	case "-pthread":
		f.macros = append(f.macros, macro{"_REENTRANT", "_REENTRANT=1"})
		return
	}
	if std, ok := strings.CutPrefix(arg, "-std="); ok {
		f.unit.Std = std
		return
	}
	if !isHarmless(arg) {
		f.unknown = append(f.unknown, arg)
	}
}

// finish settles what depends on all flags.
func (f *flags) finish() {
	u := &f.unit
	u.Include = append(u.Include, f.isystem...)
	for i, m := range f.macros {
		if slices.ContainsFunc(f.macros[i+1:], func(later macro) bool { return later.name == m.name }) {
			continue
		}
		if m.define == "" {
			u.Undefs = append(u.Undefs, m.name)
		} else {
			u.Defines = append(u.Defines, m.define)
		}
	}
	u.DataModel = "LP64"
	if f.target != "" {
		arch, _, _ := strings.Cut(f.target, "-")
		model, known := targets[arch]
		if !known || strings.Contains(f.target, "windows") || strings.Contains(f.target, "mingw") {
			f.unknown = append(f.unknown, "the target "+f.target)
		}
		if model != "" {
			u.DataModel = model
		}
	}
	if f.model != "" {
		u.DataModel = f.model
	}
}

// isSystemFolder reports whether a folder has headers of the C library or of a
// compiler, as tools that write databases sometimes name them.
func isSystemFolder(dir string) bool {
	dir = filepath.Clean(dir)
	return dir == "/usr/include" || strings.HasPrefix(dir, "/usr/include/") &&
		strings.HasSuffix(dir, "-linux-gnu") ||
		strings.Contains(dir, "/lib/gcc/") || strings.Contains(dir, "/lib/clang/")
}
