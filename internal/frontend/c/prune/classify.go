package prune

import (
	"bytes"

	"whittle.dev/internal/frontend/c/lex"
)

// classify says what the piece that consists of o.words may declare, and when it is needed. Names may be too
// many, never too few: every tag, every enumeration constant and every declarator is among them.
func (o *Outline) classify(body bool) (pieceKind, []string) {
	w := o.words
	if len(w) < 2 || w[0].kind != 'a' || !o.own && (o.broken || o.acts()) {
		return pieceFixed, nil
	}
	call := o.first('(')
	if o.own && call == 1 {
		if o.is(w[0], "_Static_assert") {
			return pieceAssert, nil
		}
		return pieceNamed, o.named(o.str(w[2]))
	}
	if w[len(w)-1].kind == '}' && body {
		if call < 1 || !o.isName(w[call-1]) || !o.own &&
			(!o.isInline(w[:call]) || !o.plain(call) || w[min(o.closing(call)+1, len(w)-1)].kind != '{') {
			return pieceFixed, nil
		}
		return pieceNamed, o.named(o.str(w[call-1]))
	}
	if w[len(w)-1].kind != ';' {
		return pieceFixed, nil
	}
	w = w[:len(w)-1]
	if names := o.prototypes(call); names != nil {
		return pieceNamed, names
	}
	first := w[0]
	if o.is(first, "__extension__") {
		first = w[1]
	}
	braces, assigns := o.first('{') >= 0, o.first('=') >= 0
	switch {
	case o.is(first, "typedef") || o.is(first, "extern") && !braces && !assigns:
	case o.is(first, "struct") || o.is(first, "union") || o.is(first, "enum"):
		// Without declarators, it only declares tags and constants.
		if !o.own && !o.onlyTag() {
			return pieceFixed, nil
		}
	case !o.own:
		return pieceFixed, nil
	}
	names := o.tags(w)
	if last := w[len(w)-1]; !braces && !assigns && call < 0 && o.first(',') < 0 && o.first('[') < 0 &&
		o.isName(last) {
		return pieceNamed, append(names, o.str(last))
	}
	enum := false
	for _, x := range w {
		enum = enum || o.is(x, "enum")
		if (x.depth == 0 || enum) && o.isName(x) {
			names = append(names, o.str(x))
		}
	}
	return pieceNamed, names
}

// prototypes are the names that declarations of functions declare, the first
// of which has its parameters at index call; nil for anything else.
func (o *Outline) prototypes(call int) []string {
	if call < 2 || !o.isName(o.words[call-1]) || !o.own && !o.plain(call) {
		return nil
	}
	names := o.tags(o.words[:call])
	for {
		names = append(names, o.str(o.words[call-1]))
		i := o.closing(call) + 1
		if o.onlyAttributes(i) {
			return names
		}
		if i >= len(o.words) || o.words[i].kind != ',' {
			return nil
		}
		for i++; i < len(o.words) && o.words[i].kind == '*'; i++ {
		}
		if i+1 >= len(o.words) || !o.isName(o.words[i]) || o.words[i+1].kind != '(' {
			return nil
		}
		call = i + 1
	}
}

// plain reports whether the words up to the parenthesis at index call are the type and the name of a
// function, of which the type is not "T" in "static T (x);".
func (o *Outline) plain(call int) bool {
	typed := false
	for _, w := range o.words[:call-1] {
		if w.kind != 'a' && w.kind != '*' {
			return false
		}
		switch string(o.Text[w.start:w.end]) {
		case "static", "extern", "inline", "__inline", "__inline__", "const", "__const", "__const__",
			"volatile", "__volatile", "__volatile__",
			"register", "auto", "_Noreturn", "_Thread_local", "__thread", "_Atomic", "__extension__",
			"restrict", "__restrict", "__restrict__", "*":
		default:
			typed = true
		}
	}
	return typed
}

// onlyTag recognises "struct s;" and "struct s { ... };", also for unions and enumerations.
func (o *Outline) onlyTag() bool {
	i := 1
	if o.is(o.words[0], "__extension__") {
		i = 2
	}
	for i < len(o.words) && o.words[i].kind == 'a' {
		if i+1 < len(o.words) && o.words[i+1].kind == '(' {
			if o.isName(o.words[i]) {
				return false
			}
			i = o.closing(i + 1)
		}
		i++
	}
	if i < len(o.words) && o.words[i].kind == ';' {
		return i == 2
	}
	if i >= len(o.words) || o.words[i].kind != '{' {
		return false
	}
	for i++; i < len(o.words) && (o.words[i].kind != '}' || o.words[i].depth != 0); i++ {
	}
	return o.onlyAttributes(i + 1)
}

// acts recognises attributes that do something even if nothing uses the name.
func (o *Outline) acts() bool {
	for _, w := range o.words {
		if w.kind != 'a' {
			continue
		}
		switch string(bytes.Trim(o.Text[w.start:w.end], "_")) {
		case "constructor", "destructor", "alias", "ifunc", "weak", "weakref", "section", "Pragma":
			return true
		}
	}
	return false
}

// isInline recognises the specifiers of a function that is part of a header.
func (o *Outline) isInline(words []word) bool {
	static, inline := false, false
	for _, w := range words {
		static = static || o.is(w, "static")
		inline = inline || o.is(w, "inline") || o.is(w, "__inline") || o.is(w, "__inline__")
	}
	return static && inline
}

func (o *Outline) str(w word) string { return o.src[w.start:w.end] }

func (o *Outline) is(w word, s string) bool {
	return w.kind == 'a' && string(o.Text[w.start:w.end]) == s
}

// isName tells identifiers from keywords and numbers.
func (o *Outline) isName(w word) bool {
	return w.kind == 'a' && (o.Text[w.start] < '0' || o.Text[w.start] > '9') &&
		!lex.IsKeyword(o.Text[w.start:w.end])
}

// first is the index of the first word of a kind outside of braces, or -1.
func (o *Outline) first(kind byte) int {
	for i, w := range o.words {
		if w.kind == kind && w.depth == 0 {
			return i
		}
	}
	return -1
}

// closing is the index of the bracket that closes the one at index i.
func (o *Outline) closing(i int) int {
	depth := 0
	for ; i < len(o.words); i++ {
		switch o.words[i].kind {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return i
}

// onlyAttributes reports whether attributes and a semicolon are all that follows from index i on.
func (o *Outline) onlyAttributes(i int) bool {
	for i < len(o.words) && o.words[i].kind != ';' {
		switch w := o.words[i]; {
		case o.is(w, "__attribute__") || o.is(w, "__attribute") || o.is(w, "__asm__") || o.is(w, "__asm") ||
			o.is(w, "asm"):
			if i+1 >= len(o.words) || o.words[i+1].kind != '(' {
				return false
			}
			i = o.closing(i+1) + 1
		default:
			return false
		}
	}
	return true
}

// tags are the names after struct, union and enum.
func (o *Outline) tags(words []word) []string {
	var out []string
	for i, w := range words {
		if !o.is(w, "struct") && !o.is(w, "union") && !o.is(w, "enum") {
			continue
		}
		// Attributes may stand in between.
		j := i + 1
		for ; j+1 < len(words) && (o.is(words[j], "__attribute__") || o.is(words[j], "__attribute")) &&
			words[j+1].kind == '('; j++ {
			j = o.closing(j + 1)
		}
		if j < len(words) && o.isName(words[j]) {
			out = append(out, o.str(words[j]))
		}
	}
	return out
}
