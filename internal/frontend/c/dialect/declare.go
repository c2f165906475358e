package dialect

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"whittle.dev/internal/frontend/c/lex"
)

// Declarations returns a text that declares what files use of a dialect and do not declare themselves, or an
// empty one. The files are those of one unit, included ones among them.
func Declarations(d Dialect, files [][]byte) string {
	used, own := map[string]bool{}, map[string]bool{}
	for _, text := range files {
		found := map[string]bool{}
		uses(text, func(word string) {
			if d.Has(word) && declaration(word) != "" {
				used[word], found[word] = true, true
			}
		})
		if len(found) > 0 {
			declares(text, found, own)
		}
	}
	var b strings.Builder
	for _, word := range slices.Sorted(maps.Keys(used)) {
		if !own[word] {
			b.WriteString(declaration(word) + "\n")
		}
	}
	return b.String()
}

// starts are how words begin that may be ones of a dialect.
var starts = []string{"__CPROVER_", "__ESBMC_", "__SMACK_", "nondet_"}

// uses visits the words of a text that may be ones of a dialect, wherever they stand, directives and comments
// included: a declaration too many does no harm.
func uses(text []byte, visit func(word string)) {
	for _, start := range starts {
		for at := 0; ; {
			i := bytes.Index(text[at:], []byte(start))
			if i < 0 {
				break
			}
			at += i
			end := at + wordEnd(text[at:])
			if at == 0 || !lex.IsIdent(text[at-1]) {
				visit(string(text[at:end]))
			}
			at = end
		}
	}
}

// wordEnd is the length of the word that a text begins with.
func wordEnd[T string | []byte](text T) int {
	for i := range len(text) {
		if !lex.IsIdent(text[i]) {
			return i
		}
	}
	return len(text)
}

// declares enters into own those of some words that a text declares at file scope, as a function, object or
// type, or defines as macros.
func declares(text []byte, words, own map[string]bool) {
	for word := range words {
		if definesMacro(text, word) {
			own[word] = true
		}
	}
	all := lex.Lexemes(text)
	depth := 0 // of braces and parentheses
	for i, l := range all {
		switch l.Text {
		case "{", "(", "[":
			depth++
		case "}", ")", "]":
			depth = max(depth-1, 0)
		}
		if depth > 0 || !words[l.Text] || i == 0 || i+1 == len(all) {
			continue
		}
		typed := all[i-1].Text == "*" || lex.IsIdent(all[i-1].Text[0])
		if next := all[i+1].Text; typed && (next == "(" || next == ";" || next == "," || next == "[") {
			own[l.Text] = true
		}
	}
}

// definesMacro reports whether a text has a directive that defines a macro with a name.
func definesMacro(text []byte, name string) bool {
	for at := 0; ; {
		i := bytes.Index(text[at:], []byte(name))
		if i < 0 {
			return false
		}
		at += i
		end := at + len(name)
		line := text[bytes.LastIndexByte(text[:at], '\n')+1 : at]
		words := bytes.Fields(bytes.ReplaceAll(line, []byte("#"), []byte("# ")))
		if (end == len(text) || !lex.IsIdent(text[end])) && len(words) == 2 && string(words[0]) == "#" &&
			string(words[1]) == "define" {
			return true
		}
		at = end
	}
}
