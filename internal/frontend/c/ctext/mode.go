package ctext

import (
	"bytes"
	"fmt"
	"regexp"
	"sync"

	"whittle.dev/internal/frontend/c/layout"
)

// glibc's older headers define integer types of a given width by the attribute mode: "typedef int int64_t
// __attribute__ ((__mode__ (__DI__)));". The parser takes that for an int. Such typedefs are rewritten to the
// type they mean; any other use of the attribute is made a syntax error, because everything computed with the
// type would be wrong. It counts unless the preprocessor leaves it out: headers have it for other compilers.

// noMode begins such a use instead of an underscore.
const noMode = '@'

// IsMode reports whether a place is that of an attribute mode that was refused.
func (t *Text) IsMode(line, col int) bool {
	at := t.Offset(line, col)
	return at >= 0 && bytes.HasPrefix(t.Text[at:], []byte{noMode, '_', 'a'})
}

var modeRegexps = sync.OnceValues(func() (typedef, any *regexp.Regexp) {
	return regexp.MustCompile(
			`\btypedef[ \t]+((?:(?:unsigned|signed|__signed__|__signed|int|char|short|long|__extension__)[ \t]+)+)(\w+)[ \t]+__attribute__[ \t]*\([ \t]*\([ \t]*(?:__mode__|mode)[ \t]*\([ \t]*(\w+)[ \t]*\)[ \t]*\)[ \t]*\)[ \t]*;`),
		regexp.MustCompile(`__attribute(?:__)?\s*\(\s*\((?:[^()]|\([^()]*\))*\b(?:__mode__|mode)\s*\(`)
})

// rewriteModes returns the text without mode attributes. The lines keep their numbers.
func rewriteModes(text []byte, model layout.Model) ([]byte, *Error) {
	if err := otherByteOrder(text); err != nil {
		return nil, err
	}
	if !mayHaveMode(text) {
		return text, nil
	}
	return refuseModes(rewriteModeTypedefs(text, model)), nil
}

// rewriteModeTypedefs rewrites the typedefs, which are on one line each. Only lines with the word are looked
// at closely, since expressions are slow on the headers that a preprocessed program consists of.
func rewriteModeTypedefs(text []byte, model layout.Model) []byte {
	re, _ := modeRegexps()
	out := make([]byte, 0, len(text))
	for {
		i := bytes.Index(text, []byte("mode"))
		if i < 0 {
			return append(out, text...)
		}
		begin, end := bytes.LastIndexByte(text[:i], '\n')+1, len(text)
		if n := bytes.IndexByte(text[i:], '\n'); n >= 0 {
			end = i + n
		}
		line := text[begin:end]
		if bytes.Contains(line, []byte("__attribute__")) {
			line = re.ReplaceAllFunc(line, func(m []byte) []byte {
				return modeTypedef(m, re.FindSubmatch(m),
					model)
			})
		}
		out = append(append(out, text[:begin]...), line...)
		text = text[end:]
	}
}

// modeTypedef is a typedef without its attribute, or as it was; parts are the type, the name and the mode.
func modeTypedef(whole []byte, parts [][]byte, model layout.Model) []byte {
	t := modeType(string(bytes.Trim(parts[3], "_")), model)
	switch {
	case t == "":
		return whole
	case bytes.Contains(parts[1], []byte("unsigned")):
		t = "unsigned " + t
	case t == "char":
		t = "signed char"
	}
	return fmt.Appendf(nil, "typedef %s %s;", t, parts[2])
}

// refuseModes makes syntax errors of the attributes that are left. The text is changed in place.
func refuseModes(text []byte) []byte {
	_, re := modeRegexps()
	for at := 0; ; {
		i := bytes.Index(text[at:], []byte("__attribute"))
		if i < 0 {
			return text
		}
		at += i
		// Up to the end of its parentheses, and never in the middle of the next one.
		attribute := text[at : at+balanced(text[at:])]
		m := []int(nil)
		if bytes.Contains(attribute, []byte("mode")) {
			m = re.FindIndex(attribute)
		}
		if m != nil && m[0] == 0 {
			text[at] = noMode
			at += m[1]
		} else {
			at++
		}
	}
}

// balanced is the length of a text up to the parenthesis that closes the first one.
func balanced(text []byte) int {
	depth := 0
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth <= 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// otherByteOrder refuses structs whose members have the bytes in another order (gcc's attribute and pragma
// scalar_storage_order), which the parser does not know.
func otherByteOrder(text []byte) *Error {
	word := []byte("scalar_storage_order")
	for at := 0; ; {
		i := bytes.Index(text[at:], word)
		if i < 0 {
			return nil
		}
		at += i
		line, _, _ := bytes.Cut(text[at:], []byte("\n"))
		if bytes.Contains(line, []byte("big-endian")) {
			return &Error{
				Line: bytes.Count(text[:at], []byte("\n")) + 1,
				Col:  at - bytes.LastIndexByte(text[:at], '\n'),
				Msg:  "the storage order big-endian is not supported",
			}
		}
		at += len(word)
	}
}

// mayHaveMode looks quickly for the word mode in front of a parenthesis.
func mayHaveMode(text []byte) bool {
	if !bytes.Contains(text, []byte("__attribute")) {
		return false
	}
	for word := []byte("mode"); ; {
		i := bytes.Index(text, word)
		if i < 0 {
			return false
		}
		text = bytes.TrimPrefix(text[i+len(word):], []byte("__"))
		if bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n\v\f"), []byte("(")) {
			return true
		}
	}
}

// modeType is the integer type of a machine mode in gcc's terms.
func modeType(mode string, model layout.Model) string {
	switch mode {
	case "QI", "byte":
		return "char"
	case "HI":
		return "short"
	case "SI":
		return "int"
	case "DI":
		if model == layout.ILP32 {
			return "long long"
		}
		return "long"
	case "TI":
		if model == layout.ILP32 {
			return ""
		}
		return "__int128"
	case "word", "pointer", "unwind_word":
		return "long"
	}
	return ""
}
