package report

import (
	"crypto/sha256"
	"fmt"
	"io"
	"strings"

	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
)

// GitHub prints the summary as Text does, and before the verdict, which stays
// the last line, workflow commands for GitHub Actions: an annotation for a
// violation, with the trace, for an answer that is unknown, or for a remark on a proof.
func GitHub(w io.Writer, s Summary, o Options, root string) error {
	var text strings.Builder
	if err := Text(&text, s, o); err != nil {
		return err
	}
	verdict := s.Result.Verdict.String() + "\n"
	out := inert(strings.TrimSuffix(text.String(), verdict)) + s.annotations(root) + verdict
	_, err := io.WriteString(w, out)
	return err
}

// GitHubDiagnostics prints the errors and warnings about a program as workflow commands for GitHub Actions.
// failure is why there is no answer, or nil; it is printed if no error about the program is.
func GitHubDiagnostics(w io.Writer, d *source.Diagnostics, failure error, root string) error {
	var out strings.Builder
	if d != nil {
		for _, m := range d.All() {
			if m.Severity != source.Note {
				out.WriteString(annotation(m.Severity.String(), root, d.Files, m.Pos, "whittle", m.Message))
			}
		}
	}
	if failure != nil && (d == nil || !d.HasErrors()) {
		out.WriteString(annotation("error", root, nil, source.Pos{}, "whittle", failure.Error()))
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// maxAnnotation is how many lines of a trace an annotation shows: the last ones.
const maxAnnotation = 40

// annotations are those of the answer.
func (s Summary) annotations(root string) string {
	var out strings.Builder
	for _, p := range s.Premises() {
		if p.notable() {
			out.WriteString(annotation("notice", root, s.Files, p.Places[0], "whittle", "assumes: "+p.Text))
		}
	}
	for _, p := range s.each() {
		out.WriteString(p.annotation(root))
	}
	return out.String()
}

// annotation are those of the answer about one property.
func (s Summary) annotation(root string) string {
	r := s.Result
	switch r.Verdict.Kind {
	case property.True:
		var out strings.Builder
		for _, n := range s.Remarks() {
			out.WriteString(annotation("notice", root, s.Files, n.Places[0],
				fmt.Sprintf("whittle: %s holds", s.Property), n.Text))
		}
		return out.String()
	case property.Unknown:
		why := s.Open()
		if s.BugReport != "" {
			why = strings.TrimPrefix(why+"; internal error, described in "+s.BugReport, "; ")
		}
		return annotation("warning", root, s.Files, r.Pos,
			fmt.Sprintf("whittle: %s is undecided", s.Property), why)
	}
	p := r.Verdict.Property
	if p == "" {
		p = s.Property
	}
	title := fmt.Sprintf("whittle: %s is violated", p)
	if r.Trace == nil {
		return annotation("error", root, s.Files, source.Pos{}, title, r.Why)
	}
	h, ok := newHeadline(r.Trace, s.Files)
	if !ok {
		h.message = r.Why
	}
	var b strings.Builder
	if list := causeLines(Causes(r.Trace, s.Files)); len(list) > 0 {
		h.message = h.short + "\n" + strings.Join(list, "\n")
	}
	Trace(&b, r.Trace, s.Files, Options{Width: narrow})
	lines := strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
	if n := len(lines) - maxAnnotation; n > 0 {
		lines = append([]string{fmt.Sprintf("... %d lines, which the log shows", n)}, lines[n:]...)
	}
	out := annotation("error", root, s.Files, h.pos, title, h.message+"\n\n"+strings.Join(lines, "\n"))
	if h.other.IsValid() {
		out += annotation("notice", root, s.Files, h.other, title, h.otherMessage)
	}
	return out
}

// narrow is the width of a trace in an annotation, which stands in a page beside others.
const narrow = 90

// annotation is one workflow command. A place that is in no file of the user is left out.
func annotation(level, root string, files *source.Files, p source.Pos, title, message string) string {
	var params []string
	if files != nil && p.IsValid() {
		if name, _, ok := fileName(root, files.Name(p.File)); ok {
			params = append(params, "file="+escapeParameter(name), fmt.Sprintf("line=%d", p.Line))
			if c := runeColumn(files, p); c > 0 {
				params = append(params, fmt.Sprintf("col=%d", c))
			}
		}
	}
	params = append(params, "title="+escapeParameter(title))
	if message == "" {
		message = title // GitHub shows no annotation without a message
	}
	return fmt.Sprintf("::%s %s::%s\n", level, strings.Join(params, ","), escapeMessage(message))
}

// escapeMessage escapes the text of a workflow command, which is one line.
func escapeMessage(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// escapeParameter escapes the value of a parameter of a workflow command.
func escapeParameter(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}

// inert returns a text of which GitHub takes no line for a workflow command: a
// program must not command the one who looks at it. Where a line could be taken for one,
// commands are stopped until a word comes that is made of the text, so that the text does not contain it.
func inert(text string) string {
	for _, l := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if strings.HasPrefix(strings.TrimSpace(l), "::") || strings.Contains(l, "##[") {
			word := fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
			return fmt.Sprintf("::stop-commands::%s\n%s::%s::\n", word, text, word)
		}
	}
	return text
}
