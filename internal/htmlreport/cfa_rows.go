package htmlreport

import (
	"strconv"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/english"
)

// row is what a block shows of edges with one text on one line of the source.
type row struct {
	text  string
	first *cfa.Edge // where it stands
	edges []*cfa.Edge
}

// rows makes the rows of a block. The decision is the last one, with a question mark.
func (w *rowWords) rows(b *block) []row {
	var out []row
	var ends []*cfa.Edge // what people do not look for: it stands with what comes next
	add := func(e *cfa.Edge, text string) {
		if n := len(out); n == 0 || out[n-1].text != text || out[n-1].first.Pos.Line != e.Pos.Line {
			out = append(out, row{text: text, first: e})
		}
		last := &out[len(out)-1]
		last.edges = append(append(last.edges, ends...), e)
		ends = nil
	}
	for i, e := range b.edges {
		if f, ok := e.Op.(cfa.Free); ok && f.Kind == cfa.Stack && e.Text == "" {
			ends = append(ends, e)
			continue
		}
		if e.Text != "" && b.split[partKey{e.Pos.Line, e.Text}] && w.temporary(e) {
			if _, ok := e.Op.(cfa.Load); ok && (i+1 < len(b.edges) || len(b.choice) > 0) {
				ends = append(ends, e) // what comes next says what is read
				continue
			}
			add(e, w.say(e))
			continue
		}
		if a, ok := e.Op.(cfa.Assign); ok && w.p.Regs[a.Dst].Type == "" && w.name(a.Dst) != "result" &&
			(i+1 < len(b.edges) || len(b.choice) > 0) {
			ends = append(ends, e) // a temporary
			continue
		}
		add(e, w.rowText(e, e.Text))
	}
	if len(b.choice) == 0 && len(ends) > 0 {
		e := ends[len(ends)-1]
		ends = ends[:len(ends)-1]
		add(e, "end of a block")
	}
	if len(b.choice) > 0 {
		e := b.choice[0]
		text := positive(b.choice)
		if len(b.choice) > 2 {
			text, _, _ = strings.Cut(e.Text, " == ")
		}
		text = w.rowText(e, text)
		add(e, text)
		last := &out[len(out)-1]
		last.edges = append(last.edges, b.choice[1:]...)
		if b.part {
			last.text = w.condition(b)
		}
		last.text = strings.TrimRight(last.text, "; ") + " ?"
	}
	return out
}

// temporary reports whether an edge does nothing but set a register that the source does not know.
func (w *rowWords) temporary(e *cfa.Edge) bool {
	switch op := e.Op.(type) {
	case cfa.Assign:
		return w.p.Regs[op.Dst].Type == "" && w.name(op.Dst) != "result"
	case cfa.Load:
		return w.p.Regs[op.Dst].Type == ""
	}
	return false
}

// condition tells the condition of a decision from its term: of "a && b" there are two decisions with one
// text.
func (w *rowWords) condition(b *block) string {
	e := b.choice[0]
	if len(b.choice) == 2 && negates(b.choice[0].Text, b.choice[1].Text) {
		e = b.choice[1]
	}
	return w.expr(e.Op.(cfa.Assume).Cond, 0)
}

// positive is the text of the condition of which the other edge has the negation.
func positive(choice []*cfa.Edge) string {
	if len(choice) == 2 && negates(choice[0].Text, choice[1].Text) {
		return choice[1].Text
	}
	return choice[0].Text
}

// negates reports whether a text is the negation of another one.
func negates(a, b string) bool { return a != "" && a == "!("+b+")" || a == "!"+b && b != "" }

// labels are those of the edges that leave a block: yes and no where one condition decides, else the
// conditions.
func (w *rowWords) labels(b *block) []string {
	out := make([]string, len(b.next))
	if len(b.next) == 1 {
		return out // whatever the condition is
	}
	if len(b.choice) == 2 && len(b.next) == 2 {
		first, second := b.choice[0].Text, b.choice[1].Text
		switch {
		case negates(second, first) || strings.HasPrefix(second, "!(") &&
			cutQuote(second) == "!("+cutQuote(first):
			return []string{"yes", "no"}
		case negates(first, second):
			return []string{"no", "yes"}
		}
	}
	for i, h := range b.next {
		var parts []string
		for _, e := range h.edges {
			text := e.Text
			if text == "" {
				text = w.expr(e.Op.(cfa.Assume).Cond, 0)
			}
			if _, value, ok := strings.Cut(text, " == "); ok && len(b.choice) > 2 {
				text = value
			} else if strings.HasSuffix(text, " else") {
				text = "else"
			}
			parts = append(parts, text)
		}
		out[i] = cut(strings.Join(parts, ", "), 24)
	}
	return out
}

// cutQuote drops what stands after the place where the front end has cut a long text.
func cutQuote(s string) string {
	if i := strings.Index(s, "..."); i >= 0 {
		return s[:i]
	}
	return s
}

// rowWords finds the texts of rows.
type rowWords struct {
	*opWords
	lines map[[2]int32]string
}

// sourceLine is a line of the source without its indentation.
func (w *rowWords) sourceLine(e *cfa.Edge) string {
	key := [2]int32{e.Pos.File, e.Pos.Line}
	if s, ok := w.lines[key]; ok {
		return s
	}
	s := ""
	if w.p.Files != nil && e.Pos.IsValid() {
		s, _ = w.p.Files.Line(e.Pos)
		s = english.OneLine(s)
	}
	w.lines[key] = s
	return s
}

// rowText is the text of an edge in the drawing: that of the front end if it stands in the source so, else
// the line of the source, in which macros have their names; else the operation.
func (w *rowWords) rowText(e *cfa.Edge, text string) string {
	line := w.sourceLine(e)
	if a, ok := e.Op.(cfa.Assign); ok && w.name(a.Dst) == "result" && line == "}" {
		return "return " + w.expr(a.Value, 0)
	}
	if _, ok := e.Op.(cfa.Return); ok && text == "" && line == "}" {
		return "return"
	}
	switch op := e.Op.(type) {
	case cfa.Unsupported:
		return "not supported: " + op.What
	case cfa.UB:
		return "undefined behaviour: " + op.What
	case cfa.Violation:
		if op.Message != "" {
			return op.Message
		}
		return "violation of " + string(op.Property)
	}
	if text = english.OneLine(text); text != "" {
		plain := strings.TrimRight(text, ";")
		if strings.Contains(squeeze(line), squeeze(plain)) || !w.p.Names.IsExpanded(plain) &&
			!strings.HasSuffix(plain, "...") || line == "" {
			// A declarator of a pointer begins with a star that is none of the expression.
			if name, rest, ok := strings.Cut(plain, " = "); ok && strings.HasPrefix(name, "*") &&
				!startsWith(line, "*") {
				return strings.TrimLeft(name, "*") + " = " + rest
			}
			return plain
		}
	}
	if line != "" && line != "}" && line != "{" {
		if code, _, ok := strings.Cut(line, "//"); ok && strings.TrimSpace(code) != "" {
			line = strings.TrimSpace(code)
		}
		return strings.TrimRight(line, ";{ ")
	}
	return w.say(e)
}

// startsWith looks at the first statement of a line.
func startsWith(line, what string) bool { return strings.HasPrefix(strings.TrimLeft(line, "{ "), what) }

func squeeze(s string) string { return strings.ReplaceAll(s, " ", "") }

// cut shortens a text.
func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return strings.TrimRight(string(r[:n-1]), " ") + "…"
	}
	return s
}

func itoa(n int) string { return strconv.Itoa(n) }
