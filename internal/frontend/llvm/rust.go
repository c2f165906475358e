package llvm

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"whittle.dev/internal/frontend/llvm/ir"
)

// Programs in Rust that do without its library for the system (#![no_std]) call the functions of C for
// threads and memory. What is left of Rust are panics, of assertions, indices and arithmetic: functions of
// the library that do not return. Those with the library come to functions that are not in the module, whose
// names and layouts change with each version of the compiler; the threads and locks of one version are
// known.

// rustText is what programs find in Rust's library, in C, see runtime/rust.c.
//
//go:embed runtime/rust.c
var rustText string

// rustLibrary begins the library's own name in names, for the version that rustText is for: 1.95.
const rustLibrary = "CsjrHSEGnQ3l9_3std"

var rustDefinition = regexp.MustCompile(`(?m)^[a-z].*?[ *](__rust_\w+)\(`)

// rustNames are the functions that rustText defines.
func rustNames() map[string]bool {
	names := map[string]bool{}
	for _, m := range rustDefinition.FindAllStringSubmatch(rustText, -1) {
		names[m[1]] = true
	}
	return names
}

// rustModel is the function of rustText that stands for one of Rust's library; empty: there is none.
func (l *lowerer) rustModel(symbol string) string {
	path := rustPath(symbol)
	name := "__rust_" + strings.Join(path, "_")
	if !l.rust[name] || slices.Contains(path, "std") && !strings.Contains(symbol, rustLibrary) {
		return ""
	}
	return name
}

// isRust reports whether the program needs what Rust's library has.
func (l *lowerer) isRust() bool {
	return slices.ContainsFunc(l.outside, func(s *symbol) bool { return l.rust[s.shadow] })
}

// rustPath reads the words of a name as rustc mangles it: core, panicking, panic. Old names are like those
// of C++ with a hash at the end; new ones are those of RFC 2603. It is nil for any other name.
func rustPath(symbol string) (path []string) {
	if rest, ok := strings.CutPrefix(symbol, "_ZN"); ok {
		const hash = len("17h0123456789abcdefE")
		if len(rest) < hash || !strings.HasPrefix(rest[len(rest)-hash:], "17h") {
			return nil
		}
		for rest = rest[:len(rest)-hash]; rest != ""; {
			var word string
			if word, rest, ok = rustWord(rest); !ok {
				return nil
			}
			path = append(path, word)
		}
		return path
	}
	rest, ok := strings.CutPrefix(symbol, "_R")
	for ok && rest != "" {
		switch c := rest[0]; {
		case c >= '0' && c <= '9':
			word := ""
			if word, rest, ok = rustWord(rest); ok {
				path = append(path, word)
			}
		case c == 's' || c == 'B' || c == 'L':
			// Which of several of one name, what was named before, a lifetime.
			_, rest, ok = strings.Cut(rest, "_")
		case c == 'N' && len(rest) > 1:
			rest = rest[2:] // the kind of what is named
		default:
			rest = rest[1:]
		}
	}
	if !ok {
		return nil
	}
	return path
}

// rustWord reads a word after its length.
func rustWord(s string) (word, rest string, ok bool) {
	digits := 0
	for digits < len(s) && s[digits] >= '0' && s[digits] <= '9' {
		digits++
	}
	n, err := strconv.Atoi(s[:digits])
	s = s[digits:]
	if err == nil && len(s) > n && s[0] == '_' {
		s = s[1:] // the word begins with a digit or an underscore
	}
	if err != nil || n > len(s) {
		return "", "", false
	}
	return s[:n], s[n:], true
}

// panics reports whether an instruction calls a function of Rust's library that panics.
func (l *lowerer) panics(m *ir.Module, in *ir.Instr) bool {
	to := l.callee(m, in)
	if to == nil || to.fn == nil || to.isDefined() {
		return false
	}
	path := rustPath(to.name)
	if len(path) < 2 || !slices.Contains([]string{"core", "alloc", "std"}, path[0]) ||
		!to.m.HasAttr(to.fn.Attrs, "noreturn") {
		return false
	}
	last := path[len(path)-1]
	return path[1] == "panicking" || strings.HasPrefix(last, "panic") || strings.HasSuffix(last, "_failed") ||
		strings.HasSuffix(last, "_fail") || last == "handle_alloc_error"
}

// panicText is what a panic says, as far as the call tells it: its text if that is a constant, or else what
// the function is called.
func (l *lowerer) panicText(m *ir.Module, in *ir.Instr) string {
	if len(in.Args) > 1 && in.Args[1].Kind == ir.ConstInt {
		if s := l.lookup(m, globalIn(in.Args[0])); s != nil && s.v != nil {
			init := s.v.Init
			if init.Kind == ir.Aggregate && len(init.X.Elems) == 1 {
				init = init.X.Elems[0]
			}
			if init.Kind == ir.Bytes && in.Args[1].N == uint64(len(init.X.Name)) {
				return init.X.Name
			}
		}
	}
	path := rustPath(l.callee(m, in).name)
	words := strings.TrimPrefix(path[len(path)-1], "panic_")
	return strings.ReplaceAll(strings.TrimPrefix(words, "const_"), "_", " ")
}
