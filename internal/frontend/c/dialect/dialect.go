package dialect

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Dialect is the tool for which a program was written.
type Dialect string

// The dialects.
const (
	Any    Dialect = ""        // the words of all of them, told apart by their names
	CBMC   Dialect = "cbmc"    // __CPROVER_...
	ESBMC  Dialect = "esbmc"   // __ESBMC_...
	SMACK  Dialect = "smack"   // __SMACK_...
	SVComp Dialect = "sv-comp" // __VERIFIER_..., which every program has
)

// Names lists the words for dialects that people write.
func Names() []string {
	return []string{string(CBMC), string(ESBMC), string(SMACK), string(SVComp)}
}

// Parse reads the name of a dialect; an empty one is Any.
func Parse(name string) (Dialect, error) {
	if name != "" && !slices.Contains(Names(), name) {
		return Any, fmt.Errorf("dialect %q is not known (known: %s)", name, strings.Join(Names(), ", "))
	}
	return Dialect(name), nil
}

// prefixes are the beginnings of the words that dialects have.
var prefixes = map[Dialect]string{CBMC: "__CPROVER_", ESBMC: "__ESBMC_", SMACK: "__SMACK_"}

// Has reports whether a word may be one of the dialect.
func (d Dialect) Has(word string) bool {
	for of, prefix := range prefixes {
		if strings.HasPrefix(word, prefix) {
			return d == Any || d == of
		}
	}
	return IsInput(word) && d != SVComp
}

// Input is the part of the name of an input that says its type: "int" of "nondet_int" and
// "__SMACK_nondet_int"; ok is false for other names.
func Input(word string) (typ string, ok bool) {
	for _, prefix := range []string{"nondet_", "__SMACK_nondet_", "__ESBMC_nondet_"} {
		if typ, ok := strings.CutPrefix(word, prefix); ok {
			return typ, true
		}
	}
	return "", false
}

// IsInput reports whether a word is the name of an input.
func IsInput(word string) bool {
	_, ok := Input(word)
	return ok
}

//go:embed words inputs.txt
var texts embed.FS

// words holds the declarations by what they declare.
var words = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, name := range []string{"words/cbmc.h", "words/esbmc.h", "words/smack.h"} {
		for _, line := range lines(name) {
			out[declared(line)] = line
		}
	}
	return out
})

// inputTypes holds the types of inputs by what their names say.
var inputTypes = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, line := range lines("inputs.txt") {
		name, typ, _ := strings.Cut(line, " ")
		out[name] = typ
	}
	return out
})

// lines returns the lines of an embedded text after the first, which is a comment.
func lines(name string) []string {
	text, err := texts.ReadFile(name)
	if err != nil {
		return nil // there are no others than those that are embedded
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
}

// declared is the word that a line declares: the first with the prefix of a dialect.
func declared(line string) string {
	for _, prefix := range prefixes {
		if i := strings.Index(line, prefix); i >= 0 {
			return line[i : i+wordEnd(line[i:])]
		}
	}
	return ""
}

// declaration is a line that declares a word; empty: it is none that is known.
func declaration(word string) string {
	if line := words()[word]; line != "" {
		return line
	}
	typ, _ := Input(word)
	if typ = inputTypes()[typ]; typ != "" {
		return typ + " " + word + "();"
	}
	return ""
}
