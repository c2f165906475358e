package ctext

import (
	"bytes"
	"strings"

	"whittle.dev/internal/frontend/c/lex"
)

// quantifier respells a quantifier of CBMC over a range of integers, whose keyword stands at start, as a
// loop:
//
//	__CPROVER_forall { int i; (0 <= i && i < n) ==> a[i] == 0 }
//
// becomes
//
//	__extension__({ _Bool __whittle_q = 1; for (int i = (0); i < (n); i++)
//		if (!(!(0 <= i && i < n) || (a[i] == 0))) { __whittle_q = 0; break; } __whittle_q; })
//
// The range is read off what is asked of the variable; that is still asked in the loop, so it need only be in
// it. Without a range, the parser tells that it does not know the word.
func (r *respeller) quantifier(start int, exists bool) {
	back := r.i
	word := r.i - start
	if _, k := r.token(); k != '{' {
		r.i = back
		return
	}
	open := r.i
	semicolon, closing := -1, -1
	for depth := 1; depth > 0; {
		at, k := r.token()
		switch k {
		case 0:
			r.i = back
			return
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
			closing = at
		case ';':
			if depth == 1 && semicolon < 0 {
				semicolon = at
			}
		}
	}
	end := r.i
	r.i = back
	if semicolon < 0 {
		return
	}
	name := lastWord(r.text[open:semicolon])
	body := r.text[semicolon+1 : closing]
	premise := body
	arrow := topLevel(body, "==>")
	if !exists {
		if arrow < 0 {
			return
		}
		premise = body[:arrow]
	}
	lo, hi, last, ok := bounds(premise, name, string(r.text[open:semicolon]))
	if !ok {
		return
	}
	r.edit(start, word, "__extension__(")
	at, hit := "1", "0"
	if exists {
		at, hit = "0", "1"
	}
	r.edit(open, 0, " _Bool __whittle_q = "+at+"; for (")
	r.edit(semicolon, 0, " = "+lo)
	test := " " + hi + "; " + name + "++) { if ("
	if !exists {
		test += "!(!("
	}
	r.edit(semicolon+1, 0, test)
	inner := *r
	inner.i, inner.end, inner.edits = semicolon+1, closing, nil
	inner.region()
	r.edits = append(r.edits, inner.edits...)
	if !exists {
		r.edit(semicolon+1+arrow, len("==>"), ") || (")
	}
	tail := ") { __whittle_q = " + hit + "; break; } "
	if last != "" {
		tail += "if (" + last + ") break; " // there may be no number after
	}
	tail += "} __whittle_q; "
	if !exists {
		tail = "))" + tail
	}
	r.edit(closing, 0, tail)
	r.edit(end, 0, ")")
	r.i, r.err, r.errAt = end, inner.err, inner.errAt
}

// lastWord is the last identifier of a text.
func lastWord(b []byte) string {
	b = bytes.TrimRight(b, " \t\n\\")
	i := len(b)
	for i > 0 && lex.IsIdent(b[i-1]) {
		i--
	}
	return string(b[i:])
}

// topLevel is where an operator stands in a text outside of all brackets, the last one; -1: nowhere.
func topLevel(b []byte, op string) int {
	at, depth := -1, 0
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case depth == 0 && bytes.HasPrefix(b[i:], []byte(op)):
			if at < 0 {
				at = i
			}
			i += len(op) - 1
		}
	}
	return at
}

// unwrap takes the brackets from around a text.
func unwrap(b []byte) []byte {
	for {
		b = bytes.Trim(b, " \t\n\r\\")
		if len(b) < 2 || b[0] != '(' || b[len(b)-1] != ')' {
			return b
		}
		depth := 0
		for i, c := range b {
			if c == '(' {
				depth++
			} else if c == ')' {
				if depth--; depth == 0 && i < len(b)-1 {
					return b
				}
			}
		}
		b = b[1 : len(b)-1]
	}
}

// bounds reads the range of a variable off a conjunction: where it begins, the condition under which it
// goes on, and, if it has one, that it is at its last value. A variable that has no sign begins at 0.
func bounds(premise []byte, name, decl string) (lo, hi, last string, ok bool) {
	for _, sign := range []string{"unsigned", "size_t", "uint"} {
		if strings.Contains(decl, sign) {
			lo = "0"
		}
	}
	var visit func(b []byte)
	visit = func(b []byte) {
		b = unwrap(b)
		if i := topLevel(b, "&&"); i >= 0 {
			visit(b[:i])
			visit(b[i+2:])
			return
		}
		for _, op := range []string{"<=", ">=", "<", ">"} {
			i := topLevel(b, op)
			if i < 0 {
				continue
			}
			left, right := string(unwrap(b[:i])), string(unwrap(b[i+len(op):]))
			if right == name { // turned round
				left, right = right, left
				op = map[string]string{"<=": ">=", ">=": "<=", "<": ">", ">": "<"}[op]
			}
			right = strings.Join(strings.Fields(strings.ReplaceAll(right, "\\\n", " ")), " ")
			switch {
			case left != name || right == "":
			case op[0] == '<':
				if hi, last = name+" "+op+" ("+right+")", ""; op == "<=" {
					last = name + " == (" + right + ")"
				}
			case op == ">=":
				lo = "(" + right + ")"
			default:
				lo = "(" + right + ") + 1"
			}
			return
		}
	}
	visit(premise)
	return lo, hi, last, lo != "" && hi != "" && name != ""
}
