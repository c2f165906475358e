package prune

import (
	"bytes"
	"strings"

	"whittle.dev/internal/frontend/c/lex"
)

// The names of the texts that every unit begins with.
const (
	PredefinedName = "<predefined>"
	PreludeName    = "<builtin>"
)

// ManyDeclarations is how many declarations make it worth while to look for those that a preprocessed program
// does not need. In smaller programs everything is checked, needed or not.
const ManyDeclarations = 64

// Preamble is what every unit begins with: the macros that are predefined, and what the parser has built in.
type Preamble struct{ Macros, Prelude *Outline }

// base enters what every unit begins with.
func (s *Selection) base(p Preamble) {
	s.addOutline(PredefinedName, p.Macros, false)
	s.addOutline(PreludeName, p.Prelude, false)
	// What the parser itself asks for.
	for _, n := range []string{"__predefined_declarator", "__predefined_size_t", "__predefined_wchar_t",
		"__predefined_ptrdiff_t"} {
		s.wantName(n)
	}
}

// Input is a file of the program.
type Input struct {
	Name string
	// Command is the text that stands for what is given on the command line.
	Command string
	Entry   string // the function of the initial thread
	// Includes says that settings may make it include other files than the embedded headers, Defines that
	// they define or undefine macros.
	Includes, Defines bool
}

// User finds what an input file needs. It returns nil when that cannot be told from the text: the file
// includes others than the embedded headers, or makes names by pasting.
func User(pre Preamble, in Input, text []byte) *Selection {
	if in.Includes || pastes(text) || pastes([]byte(in.Command)) {
		return nil
	}
	o := Cut(text, false)
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
	if !o.raw || many < ManyDeclarations || in.Defines {
		for i := range o.pieces {
			o.pieces[i].kind = pieceFixed
			o.pieces[i].names = nil
		}
	}
	s := newSelection(nil)
	s.base(pre)
	s.add("<command-line>", []byte(in.Command), false, false)
	s.addOutline(in.Name, o, false)
	s.wantName(in.Entry)
	if s.close() != nil {
		return nil
	}
	return s
}

// pastes reports whether identifiers may be made of parts, or braces and comments be written in another way.
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
		if i > 0 && i+2 < len(text) && !lex.IsSpace(text[i-1]) && !lex.IsSpace(text[i+2]) {
			return true
		}
		text = text[i+2:]
		// The next line may be continued at once.
		if len(text) > 1 && text[0] == '\\' {
			return true
		}
	}
}
