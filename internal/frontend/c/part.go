package c

import (
	"bytes"
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/library"
)

// What is selected for which unit.

const (
	predefinedName = "<predefined>"
	preludeName    = "<builtin>"
	// manyDeclarations is how many declarations make it worth while to look for
	// those that a preprocessed program does not need. In smaller programs
	// everything is checked, needed or not.
	manyDeclarations = 64
)

// preamble is what every unit begins with.
type preamble struct{ macros, prelude *outliner }

func newPreamble(model DataModel) (*preamble, error) {
	text, err := library.Header("prelude.h")
	if err != nil {
		return nil, err
	}
	return &preamble{outline([]byte(predefined(model)), true), outline(text, true)}, nil
}

// base enters what every unit begins with.
func (s *selection) base(p *preamble) {
	s.addOutline(predefinedName, p.macros, false)
	s.addOutline(preludeName, p.prelude, false)
	// What the parser itself asks for.
	for _, n := range []string{"__predefined_declarator", "__predefined_size_t", "__predefined_wchar_t",
		"__predefined_ptrdiff_t"} {
		s.wantName(n)
	}
}

// selectUser finds what an input file needs. It returns nil when that cannot
// be told from the text: the file includes others than the embedded headers,
// or makes names by pasting.
func selectUser(cfg *Config, pre *preamble, name, command string, text []byte) *selection {
	if cfg.includesFiles() || pastes(text) || pastes([]byte(command)) {
		return nil
	}
	o := outline(text, false)
	if o.nested {
		return nil
	}
	many := 0
	for _, p := range o.pieces {
		if p.kind == pieceNamed {
			many++
		}
		if p.include == "" {
			if what, _ := directiveWord(o.src[p.start+1 : p.end]); text[p.start] == '#' &&
				strings.HasPrefix(what, "include") {
				return nil
			}
		}
	}
	if !o.raw || many < manyDeclarations || cfg.definesMacros() {
		for i := range o.pieces {
			o.pieces[i].kind = pieceFixed
			o.pieces[i].names = nil
		}
	}
	s := newSelection(nil)
	s.base(pre)
	s.add("<command-line>", []byte(command), false, false)
	s.addOutline(name, o, false)
	s.wantName(cfg.entry())
	if s.close() != nil {
		return nil
	}
	return s
}

// pastes reports whether identifiers may be made of parts, or braces and
// comments be written in another way.
func pastes(text []byte) bool {
	for _, s := range []string{"##", "__has_include", "<%", "%:", "??", "\\\r"} {
		if bytes.Contains(text, []byte(s)) {
			return true
		}
	}
	return splices(text)
}

// splices reports whether a token may go on in the next line.
func splices(text []byte) bool {
	for {
		i := bytes.Index(text, []byte("\\\n"))
		if i < 0 {
			return false
		}
		if i > 0 && i+2 < len(text) && !isSpace(text[i-1]) && !isSpace(text[i+2]) {
			return true
		}
		text = text[i+2:]
		// The next line may be continued at once.
		if len(text) > 1 && text[0] == '\\' {
			return true
		}
	}
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\v' || c == '\f' || c == '\r'
}

// selectModels finds the library models that a program needs. It returns nil
// when that may be any of them.
func selectModels(cfg *Config, pre *preamble, forms []string, units []*parsed) (*selection, error) {
	s := newSelection(forms)
	s.base(pre)
	names, err := library.Models()
	if err != nil {
		return nil, err
	}
	for _, n := range names {
		text, err := library.Model(n, cfg.Args)
		if err != nil {
			return nil, err
		}
		s.unread = append(s.unread, unread{library.ModelDir + "/" + n, text, glance(text)})
	}
	needless := unheard(units)
	for _, u := range units {
		if !s.wantUnit(cfg, u, needless) {
			return nil, nil
		}
	}
	return s, s.close()
}

// wantUnit wants all names that a unit of the program may use, except for some.
func (s *selection) wantUnit(cfg *Config, u *parsed, needless map[string]bool) bool {
	for _, n := range u.ast.Scope.Nodes[cfg.entry()] {
		if d, ok := n.(*cc.Declarator); ok {
			if ft, ok := d.Type().(*cc.FunctionType); ok && len(ft.Parameters()) > 1 {
				s.wantName(library.ArgumentVector)
			}
		}
	}
	if u.part != nil {
		for n := range u.part.wanted {
			if !needless[n] {
				s.wantName(n)
			}
		}
		return true
	}
	// The embedded headers that the unit has included lead from the names of
	// its macros to others.
	all := newSelection(nil)
	for _, t := range u.texts {
		if pastes(t.text) {
			return false
		}
		eachWord(t.text, all.want)
	}
	if u.cfg != nil {
		cfg = u.cfg
	}
	command, err := commandLine(cfg)
	if err != nil || pastes([]byte(command)) {
		return false
	}
	eachWord([]byte(command), all.want)
	for _, h := range u.opened {
		all.include(h)
	}
	if all.close() != nil {
		return false
	}
	for n := range all.wanted {
		if !needless[n] {
			s.wantName(n)
		}
	}
	return true
}
