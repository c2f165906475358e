package report

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"whittle.dev/internal/property"
)

// several prints the answers about each property: what the violations come from, the trace of the first one,
// and a table with a line for each property.
func (s Summary) several(b *strings.Builder, o Options) {
	var violated []Summary
	var heads []string // above the trace, or in its place
	for _, p := range s.Several {
		if p.Result.Verdict.Kind != property.False || p.Result.Trace == nil {
			continue
		}
		var head strings.Builder
		p.causes(&head)
		if len(violated) > 0 && !o.Verbose {
			fmt.Fprintf(&head, "  ... its trace, which -v or --property %s shows\n",
				p.Result.Verdict.Property)
		}
		head.WriteByte('\n')
		violated, heads = append(violated, p), append(heads, head.String())
		o.above += strings.Count(head.String(), "\n")
	}
	for i, p := range violated {
		b.WriteString(heads[i])
		if i == 0 || o.Verbose {
			p.execution(b, o)
		}
	}
	s.scope(b)
	s.table(b)
	s.undecided(b)
	s.lines(b, openFacts, "%s, shown: %s\n")
	s.lines(b, severalAssumed, "%s: assuming %s\n")
	for _, p := range s.Several {
		p.details(b)
		if o.Verbose {
			p.opinions(b)
			p.protections(b)
		}
	}
	s.expectation(b)
}

// found says of a violation what happens and where.
func (s Summary) found() string {
	h, ok := newHeadline(s.Result.Trace, s.Files)
	if !ok {
		return ""
	}
	if h.pos.IsValid() && s.Files != nil {
		return ": " + shortPlace(s.Files.Format(h.pos)) + ": " + h.short
	}
	return ": " + h.short
}

// table prints a line for each property.
func (s Summary) table(b *strings.Builder) {
	rows := [][4]string{{"property", "verdict", "time", "engine"}}
	reasons := []string{"why"}
	for _, p := range s.Several {
		rows = append(rows, [4]string{string(p.Property), p.Result.Verdict.Kind.String(),
			fmt.Sprintf("%.2f s", p.Elapsed.Seconds()), p.by()})
		reasons = append(reasons, p.reason())
	}
	var width [4]int
	for _, r := range rows {
		for i, c := range r {
			width[i] = max(width[i], utf8.RuneCountInString(c))
		}
	}
	for i, r := range rows {
		fmt.Fprintf(b, "  %-*s  %-*s  %*s  %-*s  %s\n", width[0], r[0], width[1], r[1], width[2], r[2],
			width[3], r[3], reasons[i])
	}
}

// by is the engine that has answered.
func (s Summary) by() string {
	if s.Result.Engine != "" {
		return s.Result.Engine
	}
	if s.Engine == "" {
		return "-"
	}
	return s.Engine
}

// reason is what the verdict rests on, in the table.
func (s Summary) reason() string {
	r := s.Result
	if r.Verdict.Kind == property.False && r.Trace != nil {
		if text := strings.TrimPrefix(s.found(), ": "); text != "" {
			if r.Verdict.Property != s.Property {
				return string(r.Verdict.Property) + ": " + text
			}
			return text
		}
	}
	why := r.Why
	if r.Verdict.Kind == property.Unknown {
		return openWords[r.Reason]
	}
	if r.Pos.IsValid() && s.Files != nil {
		why = fmt.Sprintf("%s: %s", shortPlace(s.Files.Format(r.Pos)), why)
	}
	if r.Verdict.Kind == property.True && len(r.Assumed) > 0 {
		why += s.assuming()
	}
	return why
}

// assuming says in a few words what a proof takes for granted.
func (s Summary) assuming() string {
	a := s.Result.Assumed[0]
	out := "; assuming " + Assumed(a)
	if a.Pos.IsValid() && s.Files != nil {
		out += " at " + shortPlace(s.Files.Format(a.Pos))
	}
	if n := len(s.Result.Assumed) - 1; n > 0 {
		out += fmt.Sprintf(" and %d more", n)
	}
	return out
}

// details prints what is too long for the table.
func (s Summary) details(b *strings.Builder) {
	if s.Result.Certificate != nil {
		fmt.Fprintf(b, "%s: %s\n", s.Property, s.Result.Certificate)
	}
	for _, n := range s.Remarks() {
		fmt.Fprintf(b, "note: %s\n", n.Text)
	}
	if s.BugReport != "" {
		fmt.Fprintf(b, "%s: internal error, described in %s\n", s.Property, s.BugReport)
	}
}
