package prune

import (
	"strings"

	"whittle.dev/internal/frontend/c/lex"
)

// The external declarations and directives of a text, found without parsing it. Together with the words that
// each of them contains this is enough to tell what a program cannot need: see selection.

// pieceKind says when a piece of a text is needed.
type pieceKind uint8

const (
	pieceFixed  pieceKind = iota // wherever its text is
	pieceNamed                   // if one of its names is used
	pieceMacro                   // the same; but does not make its file needed
	pieceAssert                  // a static assertion of our own: in tests only
)

// piece is one external declaration, function or directive.
type piece struct {
	start, end int // in bytes; the end is after the semicolon, or at the end of the directive's line
	kind       pieceKind
	names      []string // what it may declare, for kinds that are not fixed
	include    string   // the header of "#include <header>"
}

// word is a token of a piece.
type word struct {
	start, end int
	kind       byte // 'a': identifier, keyword or number; '"': literal; else the character
	depth      int  // of braces
}

// Outline cuts a text into pieces.
type Outline struct {
	Text []byte
	src  string // the same, for names
	// own texts are the embedded ones: a function, object, macro or assertion in them is left out unless it
	// is needed. In texts of others only declarations are, and only if there is nothing to preprocess.
	own    bool
	i      int
	words  []word
	pieces []piece
	names  []string // of all pieces, which have parts of it
	// raw says that there is nothing left to preprocess.
	raw bool
	// nested says that a file is included inside of a declaration.
	nested bool
	// broken says that there is a directive inside of the present declaration.
	broken bool
}

// Cut cuts a text into pieces. Comments and white space are in none of them.
func Cut(text []byte, own bool) *Outline {
	o := &Outline{Text: text, src: string(text), own: own, raw: true}
	o.pieces = make([]piece, 0, len(text)/64+1)
	o.names = make([]string, 0, len(text)/64+1)
	for o.space(); o.i < len(text); o.space() {
		if text[o.i] == '#' {
			o.directive()
		} else {
			o.declaration()
		}
	}
	return o
}

// space skips white space and comments.
func (o *Outline) space() {
	for o.i < len(o.Text) {
		switch c := o.Text[o.i]; {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == '\\':
			o.i++
		case lex.IsComment(o.Text, o.i):
			o.i = lex.CommentEnd(o.Text, o.i)
		default:
			return
		}
	}
}

// named keeps a list of names.
func (o *Outline) named(names ...string) []string {
	n := len(o.names)
	o.names = append(o.names, names...)
	return o.names[n:len(o.names):len(o.names)]
}

func (o *Outline) directive() {
	p := piece{start: o.i, end: lex.DirectiveEnd(o.Text, o.i)}
	o.i = p.end
	what, rest := directiveWord(o.src[p.start+1 : p.end])
	switch what {
	case "define", "undef":
		o.raw = false
		if name, _ := directiveWord(rest); o.own && name != "" {
			p.kind, p.names = pieceMacro, o.named(name)
		}
	case "include":
		o.raw = false
		p.include = angleName(rest)
	case "pragma", "ident":
	default:
		// Behind the name of no directive a comment may hide one.
		o.raw = o.raw && what == "" && strings.TrimSpace(rest) == ""
	}
	o.pieces = append(o.pieces, p)
}

// directiveWord splits the first word from the text of a directive.
func directiveWord(b string) (string, string) {
	i := 0
	for i < len(b) && (b[i] == ' ' || b[i] == '\t') {
		i++
	}
	j := i
	for j < len(b) && lex.IsIdent(b[j]) {
		j++
	}
	return b[i:j], b[j:]
}

// angleName is the name between angle brackets at the begin of b.
func angleName(b string) string {
	i := 0
	for i < len(b) && (b[i] == ' ' || b[i] == '\t') {
		i++
	}
	if i == len(b) || b[i] != '<' {
		return ""
	}
	for j := i + 1; j < len(b); j++ {
		if b[j] == '>' {
			return b[i+1 : j]
		}
	}
	return ""
}

// declaration reads up to a semicolon outside of brackets or to the end of a function's body.
func (o *Outline) declaration() {
	o.words, o.broken = o.words[:0], false
	start, braces, others := o.i, 0, 0
	body := false // the outermost brace is that of a function's body
	for o.i < len(o.Text) {
		o.space()
		if o.i == len(o.Text) {
			break
		}
		w := word{start: o.i, depth: braces, kind: o.Text[o.i]}
		switch c := w.kind; {
		case lex.IsIdent(c) || c >= 0x80:
			for o.i < len(o.Text) && (lex.IsIdent(o.Text[o.i]) || o.Text[o.i] >= 0x80) {
				o.i++
			}
			w.kind = 'a'
		case c == '"' || c == '\'':
			o.i = lex.LiteralEnd(o.Text, o.i)
			w.kind = '"'
		case c == '#' && o.lineBegins():
			o.nestedDirective()
			continue
		default:
			o.i++
		}
		w.end = o.i
		end := false
		switch w.kind {
		case '{':
			if n := len(o.words); braces == 0 && others == 0 {
				body = n == 0 || o.words[n-1].kind == ')'
			}
			braces++
		case '}':
			braces = max(braces-1, 0)
			w.depth = braces
			end = braces == 0 && body
		case '(', '[':
			others++
		case ')', ']':
			others = max(others-1, 0)
			end = o.own && braces == 0 && others == 0 && o.macroCall()
		case ';':
			end = braces == 0 && others == 0
		}
		o.words = append(o.words, w)
		if end {
			break
		}
		if body && braces > 0 {
			o.skipBody()
		}
	}
	p := piece{start: start, end: o.i}
	p.kind, p.names = o.classify(body)
	o.pieces = append(o.pieces, p)
}

// skipBody goes to the brace that ends the body of a function.
func (o *Outline) skipBody() {
	for depth := 1; o.i < len(o.Text); o.i++ {
		switch c := o.Text[o.i]; c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return
			}
		case '"', '\'':
			o.i = lex.LiteralEnd(o.Text, o.i) - 1
		case '/':
			if lex.IsComment(o.Text, o.i) {
				o.i = lex.CommentEnd(o.Text, o.i) - 1
			}
		case '#':
			if o.lineBegins() {
				o.nestedDirective()
				o.i--
			}
		}
	}
}

// nestedDirective skips a directive inside of a declaration.
func (o *Outline) nestedDirective() {
	what, _ := directiveWord(o.src[o.i+1:])
	o.i = lex.DirectiveEnd(o.Text, o.i)
	o.raw = o.raw && what == "pragma"
	o.broken = true
	o.nested = o.nested || what == "include" || what == "include_next"
}

func (o *Outline) lineBegins() bool {
	for j := o.i - 1; j >= 0; j-- {
		switch o.Text[j] {
		case '\n':
			return true
		case ' ', '\t':
		default:
			return false
		}
	}
	return true
}

// macroCall recognises a call of a macro that stands for whole declarations:
// a name in capitals with arguments, alone on its line.
func (o *Outline) macroCall() bool {
	if o.i < len(o.Text) && o.Text[o.i] != '\n' || len(o.words) < 2 || o.words[1].kind != '(' {
		return false
	}
	for _, c := range o.Text[o.words[0].start:o.words[0].end] {
		if c < 'A' || c > 'Z' {
			return false
		}
	}
	return true
}
