package library

import (
	"io/fs"
	"strings"
	"sync"
)

// A Declaration is where a header declares a function or a variable.
type Declaration struct {
	Header string
	Params []string // of a function, as they are written
}

// Declared finds the declaration of a function or a variable of the library; ok is false if there is none.
func Declared(name string) (d Declaration, ok bool) {
	d, ok = declarations()[name]
	return d, ok
}

// IsModelled reports whether a library model defines a function of a name.
func IsModelled(function string) bool { return modelled()[function] }

// preferred are the headers that are looked at first: others include them.
var preferred = strings.Fields("stdlib.h string.h stdio.h pthread.h unistd.h time.h math.h")

var declarations = sync.OnceValue(func() map[string]Declaration {
	all := map[string]Declaration{}
	each := func(header string) {
		text, err := Header(header)
		if err != nil || header == "prelude.h" {
			return
		}
		for _, statement := range strings.Split(withoutComments(string(text)), ";") {
			enter(all, header, statement)
		}
	}
	for _, h := range preferred {
		each(h)
	}
	sub, err := fs.Sub(embedded, "headers")
	if err != nil {
		return all
	}
	_ = fs.WalkDir(sub, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".h") && !strings.HasPrefix(name, "bits/") {
			each(name)
		}
		return err
	})
	return all
})

// withoutComments leaves out comments and directives.
func withoutComments(text string) string {
	var b strings.Builder
	for text != "" {
		var end string
		n := strings.IndexAny(text, "/#")
		switch {
		case n < 0:
			n = len(text)
		case text[n] == '#':
			end = "\n"
		case strings.HasPrefix(text[n:], "/*"):
			end = "*/"
		case strings.HasPrefix(text[n:], "//"):
			end = "\n"
		default:
			n++
		}
		b.WriteString(text[:n])
		text = text[n:]
		if end == "" {
			continue
		}
		at := strings.Index(text, end)
		for end == "\n" && at > 0 && text[at-1] == '\\' { // the line goes on
			next := strings.Index(text[at+1:], end)
			if next < 0 {
				at = next
				break
			}
			at += 1 + next
		}
		if at < 0 {
			break
		}
		text = text[at+len(end):]
		b.WriteByte(' ')
	}
	return b.String()
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// lastWord is the word that a text ends with, and what stands before it.
func lastWord(text string) (before, word string) {
	text = strings.TrimRight(text, " \t\n")
	n := len(text)
	for n > 0 && isWord(text[n-1]) {
		n--
	}
	return text[:n], text[n:]
}

// enter adds what a statement declares.
func enter(all map[string]Declaration, header, statement string) {
	statement = strings.TrimSpace(statement)
	if strings.HasPrefix(statement, "typedef") || strings.ContainsAny(statement, "{}=") {
		return
	}
	add := func(text string, d Declaration) {
		before, name := lastWord(text)
		if _, known := all[name]; name != "" && strings.TrimSpace(before) != "" && !known {
			all[name] = d
		}
	}
	open := strings.IndexByte(statement, '(')
	switch {
	case open >= 0:
		rest, depth, end := statement[open+1:], 1, 0
		for ; end < len(rest) && depth > 0; end++ {
			switch rest[end] {
			case '(':
				depth++
			case ')':
				depth--
			}
		}
		add(statement[:open], Declaration{header, parameters(rest[:max(end-1, 0)])})
	case strings.HasPrefix(statement, "extern "):
		for i, name := range strings.Split(statement, ",") {
			name, _, _ = strings.Cut(name, "[")
			if i > 0 {
				name = "* " + name
			}
			add(name, Declaration{Header: header})
		}
	}
}

// parameters cuts the text of a list of parameters.
func parameters(text string) (out []string) {
	depth, from := 0, 0
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				out, from = append(out, strings.TrimSpace(text[from:i])), i+1
			}
		}
	}
	return append(out, strings.TrimSpace(text[from:]))
}

var modelled = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	names, err := Models()
	if err != nil {
		return all
	}
	for _, name := range names {
		text, err := embedded.ReadFile("models/" + name)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(text)) {
			before, _, ok := strings.Cut(line, "(")
			if !ok || before == "" || !isWord(before[0]) {
				continue
			}
			if before, name := lastWord(before); strings.TrimSpace(before) != "" {
				all[name] = true
			}
		}
	}
	return all
})
