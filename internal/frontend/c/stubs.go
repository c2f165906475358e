package c

import (
	"slices"

	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/source"
)

// A proof harness is linked with stubs: definitions that take the place of those of the program
// (Config.Replace), or none at all (Config.RemoveBody).

// chooseDefinitions finds the definition that counts for each function that is replaced: one in an input file
// comes before those in headers, and of several the first. A name that no file defines is worth a warning.
func (l *lowerer) chooseDefinitions() {
	l.chosen = map[string]*cc.FunctionDefinition{}
	for _, name := range l.cfg.RemoveBody {
		l.chosen[name] = nil
	}
	defined, inHeader := map[string]bool{}, map[string]bool{}
	for _, u := range l.units {
		if u.model {
			continue
		}
		for ed := range syntax.Externals(u.ast) {
			if ed.Case != cc.ExternalDeclarationFuncDef {
				continue
			}
			fd := ed.FunctionDefinition
			name := fd.Declarator.Name()
			defined[name] = true
			if !slices.Contains(l.cfg.Replace, name) {
				continue
			}
			header := l.diags.Files.Name(u.pos(fd.Declarator).File) != u.name
			if l.chosen[name] == nil || inHeader[name] && !header {
				l.chosen[name], inHeader[name] = fd, header
			}
		}
	}
	for _, list := range [][]string{l.cfg.Replace, l.cfg.RemoveBody} {
		for _, name := range list {
			if !defined[name] {
				l.diags.Add(source.Warning, source.Pos{}, "no file defines the function %q", name)
			}
		}
	}
}

// gives reports whether a definition of the program gives way to another one, or to none.
func (l *lowerer) gives(u *unit, fd *cc.FunctionDefinition) bool {
	d, ok := l.chosen[fd.Declarator.Name()]
	return ok && !u.model && d != fd
}

// isShared reports whether all files mean the same function by a name even if they declare it static.
func (l *lowerer) isShared(u *unit, name string) bool {
	return !u.model && l.chosen[name] != nil
}
