package llvm

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
)

// runtimeText is what C++ programs find in libsupc++, in C, see runtime/cxx.c.
//
//go:embed runtime/cxx.c
var runtimeText string

var runtimeDefinition = regexp.MustCompile(`(?m)^(?:[a-z].*?[ *]|NEW\w*\(|DELETE\w*\()(__?[A-Za-z_]\w*)[(),]`)

// runtimeNames are the functions that runtimeText defines.
func runtimeNames() map[string]bool {
	names := map[string]bool{}
	for _, m := range runtimeDefinition.FindAllStringSubmatch(runtimeText, -1) {
		names[m[1]] = true
	}
	return names
}

// isCxx reports whether the program needs the runtime of C++.
func (l *lowerer) isCxx() bool {
	for _, s := range l.outside {
		if l.runtime[s.name] {
			return true
		}
	}
	return false
}

// finishers names the functions that end exceptions and static variables, by what the runtime is given.
var finishers = map[string]int{"__cxa_throw": 2, "__cxa_init_primary_exception": 2, "__cxa_atexit": 0}

// runtimeOf is the runtime with a function that calls what ends something.
func (l *lowerer) runtimeOf() string {
	var decls, calls strings.Builder
	seen := map[*symbol]bool{}
	for _, r := range l.reached {
		body, err := r.fn.Body()
		if err != nil {
			continue
		}
		for _, b := range body.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				if in.Call == nil {
					continue
				}
				to := l.callee(r.m, in)
				if to == nil {
					continue
				}
				k, ok := finishers[to.name]
				if !ok || k >= len(in.Args) {
					continue
				}
				s := l.lookup(r.m, globalIn(in.Args[k]))
				if s == nil || !s.isDefined() || seen[s] || len(s.fn.Type.Fields) != 1 {
					continue
				}
				seen[s] = true
				fmt.Fprintf(&decls, "extern void %s(void *);\n", s.shadow)
				fmt.Fprintf(&calls, "\tif ((void *)f == (void *)%s) {\n\t\t%s(p);\n\t\treturn;\n\t}\n",
					s.shadow, s.shadow)
			}
		}
	}
	return runtimeText + decls.String() + "void __whittle_finish(void (*f)(void *), void *p)\n{\n" +
		calls.String() +
		"\t__whittle_unsupported(\"a destructor that is computed\");\n}\n"
}
