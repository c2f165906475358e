package ctext

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"whittle.dev/internal/frontend/c/lex"
)

// packedAttribute matches an attribute that says packed and nothing else.
var packedAttribute = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^__attribute(?:__)?\s*\(\s*\(\s*(?:packed|__packed__)\s*\)\s*\)`)
})

// enumeration respells a packed enumeration: its type is the smallest one that
// holds all values. Only values that are written as numbers are understood.
func (r *respeller) enumeration() {
	begin := r.i
	defer func() {
		if r.err == nil {
			r.i = begin
		}
	}()
	at, k := r.token()
	before, size := r.packed(at, k)
	if before >= 0 {
		r.i = at + size
		at, k = r.token()
	}
	if k == 'a' && !bytes.HasPrefix(r.text[at:], []byte("__attribute")) {
		at, k = r.token() // after the tag
	}
	if k == ':' && r.fixedType() {
		r.edit(at, 0, "")
		r.errAt, r.err = at, &Error{Msg: "an enumeration with a given type is not supported"}
	}
	if k != '{' {
		return
	}
	brace := at
	body := r.i
	for k != '}' && k != 0 {
		at, k = r.token()
	}
	if k == 0 {
		return
	}
	end := at
	at, k = r.token()
	behind, behindSize := r.packed(at, k)
	if before < 0 && behind < 0 {
		return
	}
	typ := smallestType(string(r.text[body:end]))
	if typ == "" {
		r.edit(brace, 0, "")
		r.errAt, r.err = brace, &Error{Msg: "a packed enumeration with values that are not written as " +
			"numbers is not supported"}
		return
	}
	if before >= 0 {
		r.edit(before, size, "")
	}
	r.edit(brace, 0, ": "+typ+" ")
	if behind >= 0 {
		r.edit(behind, behindSize, "")
		begin = behind + behindSize
	}
}

// fixedType reports whether words and an opening brace follow, as in C23's
// enum e : unsigned { A }. The constants of such an enumeration have its type,
// and those of a packed one, which is respelled as one, have not.
func (r *respeller) fixedType() bool {
	_, k := r.token()
	for k == 'a' {
		_, k = r.token()
	}
	return k == '{'
}

// packed recognises the attribute at a place; the place is -1 if there is none.
func (r *respeller) packed(at int, kind byte) (place, size int) {
	if kind != 'a' {
		return -1, 0
	}
	m := packedAttribute().Find(r.text[at:r.end])
	if m == nil || bytes.IndexByte(m, '\n') >= 0 {
		return -1, 0
	}
	return at, len(m)
}

// smallestType is the smallest integer type for the enumerators of a body;
// empty if their values are not known.
func smallestType(body string) string {
	var lo, hi, next int64
	for _, e := range strings.Split(stripComments(body), ",") {
		name, value, given := strings.Cut(e, "=")
		if strings.TrimSpace(name) == "" {
			continue
		}
		if given {
			v, err := strconv.ParseInt(strings.TrimRight(strings.ReplaceAll(value, " ", ""), "\n\t\r"), 0, 64)
			if err != nil {
				v, err = strconv.ParseInt(strings.TrimSpace(value), 0, 64)
			}
			if err != nil {
				return ""
			}
			next = v
		}
		lo, hi = min(lo, next), max(hi, next)
		next++
	}
	for _, t := range []struct {
		bits uint
		name string
	}{{8, "char"}, {16, "short"}, {32, "int"}} {
		if lo >= 0 && hi < 1<<t.bits {
			return "unsigned " + t.name
		}
		if lo >= -1<<(t.bits-1) && hi < 1<<(t.bits-1) {
			return "signed " + t.name
		}
	}
	return "long long"
}

func stripComments(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] == '/' && i+1 < len(s) && (s[i+1] == '*' || s[i+1] == '/') {
			i = lex.CommentEnd([]byte(s), i)
			b.WriteByte(' ')
			continue
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}
