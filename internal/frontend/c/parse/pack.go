package parse

import (
	"fmt"
	"strconv"

	"modernc.org/cc/v4"
	"modernc.org/token"
)

// packTable remembers what #pragma pack says where. The parser ignores it.
type packTable struct {
	cur    uint64 // current limit in bytes, 0 for none
	stack  []packSave
	events []packEvent
	seen   map[string]bool // files with #pragma once
	err    error
}

type packSave struct {
	label string
	limit uint64
}

// packEvent says that in a file, from a line on, the limit is limit.
type packEvent struct {
	file  string
	line  int
	limit uint64
}

// at returns the limit at p.
func (t *packTable) at(p token.Position) uint64 {
	if t == nil {
		return 0
	}
	limit := uint64(0)
	line := 0
	for _, e := range t.events {
		if e.file == p.Filename && e.line < p.Line && e.line >= line {
			limit, line = e.limit, e.line
		}
	}
	return limit
}

func (t *packTable) fail(p token.Position, format string, args ...any) error {
	if t.err == nil {
		t.err = fmt.Errorf("%s:%d:%d: %s", p.Filename, p.Line, p.Column, fmt.Sprintf(format, args...))
	}
	return nil
}

// pragma is called by the parser for each #pragma, with the tokens after the word pragma.
func (t *packTable) pragma(toks []cc.Token) error {
	if len(toks) == 0 {
		return nil
	}
	if toks[0].SrcStr() == "once" {
		return t.once(toks[0])
	}
	if toks[0].SrcStr() != "pack" {
		return nil
	}
	p := toks[0].Position()
	if p.Filename == "_Pragma_" {
		return t.fail(p, "_Pragma(\"pack\") is not supported, use #pragma pack")
	}
	var args []string
	for _, k := range toks[1:] {
		switch s := k.SrcStr(); s {
		case "(", ")", ",":
		default:
			args = append(args, s)
		}
	}
	if len(args) == 0 {
		t.cur = 0
	}
	save := ""
	for i, a := range args {
		n, err := strconv.ParseUint(a, 10, 8)
		switch {
		case err == nil && (n == 0 || n == 1 || n == 2 || n == 4 || n == 8 || n == 16):
			t.cur = n
		case err == nil:
			return t.fail(p, "#pragma pack(%d) is not a small power of two", n)
		case a == "push" && i == 0:
			if len(args) > 1 {
				save = args[1]
			}
			t.stack = append(t.stack, packSave{save, t.cur})
		case a == "pop" && i == 0:
			if len(t.stack) == 0 {
				break
			}
			n := len(t.stack) - 1
			if len(args) > 1 {
				for j := n; j >= 0; j-- {
					if t.stack[j].label == args[1] {
						n = j
						break
					}
				}
			}
			t.cur = t.stack[n].limit
			t.stack = t.stack[:n]
		case i > 0:
			// a label of push or pop
		default:
			return t.fail(p, "#pragma pack(%s) is not supported", a)
		}
	}
	for _, e := range t.events {
		if e.file == p.Filename && e.line == p.Line && e.limit != t.cur {
			return t.fail(p, "a header that is included under different #pragma pack is not supported")
		}
	}
	t.events = append(t.events, packEvent{p.Filename, p.Line, t.cur})
	return nil
}

// once is #pragma once: the parser asks at each inclusion.
func (t *packTable) once(tok cc.Token) error {
	if t.seen == nil {
		t.seen = make(map[string]bool)
	}
	name := tok.Position().Filename
	if t.seen[name] {
		return cc.SkipSource
	}
	t.seen[name] = true
	return nil
}
