package lower

import (
	"path"
	"slices"
	"strings"

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
	l.exported = map[string]bool{}
	for _, name := range l.Cfg.RemoveBody {
		l.chosen[name] = nil
	}
	defined, inHeader := map[string]bool{}, map[string]bool{}
	for _, u := range l.units {
		if u.Model {
			continue
		}
		for ed := range syntax.Externals(u.Ast) {
			if ed.Case != cc.ExternalDeclarationFuncDef {
				l.noteExported(ed)
				continue
			}
			fd := ed.FunctionDefinition
			name := fd.Declarator.Name()
			defined[name] = true
			if strings.HasPrefix(name, exportPrefix) {
				l.exported[name] = true
			}
			if !slices.Contains(l.Cfg.Replace, name) {
				continue
			}
			header := l.diags.Files.Name(u.pos(fd.Declarator).File) != u.name
			if l.chosen[name] == nil || inHeader[name] && !header {
				l.chosen[name], inHeader[name] = fd, header
			}
		}
	}
	for _, list := range [][]string{l.Cfg.Replace, l.Cfg.RemoveBody} {
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
	return !u.Model && (ok && d != fd || l.exported[l.exportName(u, fd.Declarator)])
}

// exportPrefix begins the names by which CBMC's linker lets other files speak of static functions: that of
// f in a/b.c is the prefix, b_c_, and f. A definition of that name is a stub, which takes the place of f.
const exportPrefix = "__CPROVER_file_local_"

// noteExported notes the declarations of such names.
func (l *lowerer) noteExported(ed *cc.ExternalDeclaration) {
	if ed.Case != cc.ExternalDeclarationDecl || ed.Declaration.Case != cc.DeclarationDecl {
		return
	}
	for il := ed.Declaration.InitDeclaratorList; il != nil; il = il.InitDeclaratorList {
		d := il.InitDeclarator.Declarator
		if d != nil && strings.HasPrefix(d.Name(), exportPrefix) && !l.exported[d.Name()] {
			l.exported[d.Name()] = false
		}
	}
}

// exportName is the name of a static function for other files, and empty if none of them uses it.
func (l *lowerer) exportName(u *unit, d *cc.Declarator) string {
	if len(l.exported) == 0 || u.Model || !d.IsStatic() {
		return ""
	}
	file := strings.Map(func(r rune) rune {
		if r < 0x80 && (r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z') {
			return r
		}
		return '_'
	}, path.Base(l.diags.Files.Name(u.pos(d).File)))
	name := exportPrefix + file + "_" + d.Name()
	if _, ok := l.exported[name]; !ok {
		return ""
	}
	return name
}

// isShared reports whether all files mean the same function by a name even if they declare it static.
func (l *lowerer) isShared(u *unit, name string) bool {
	return !u.Model && l.chosen[name] != nil
}
