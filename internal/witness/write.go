package witness

import (
	"crypto/sha256"
	"fmt"
	"io"
	"strings"
)

// Write writes a witness of one entry as YAML, in the order of the keys that the format has. Its uuid is made
// of the rest, so that the same witness has the same one; Metadata.UUID is ignored.
func Write(w io.Writer, e *Entry) error {
	sealed := *e
	sealed.Metadata.UUID = ""
	sealed.Metadata.UUID = uuid(yamlText(&sealed))
	_, err := io.WriteString(w, yamlText(&sealed))
	if err != nil {
		return fmt.Errorf("writing the witness: %w", err)
	}
	return nil
}

// uuid is a name-based UUID (version 5 of RFC 4122, with SHA-256).
func uuid(text string) string {
	h := sha256.Sum256([]byte(text))
	b := h[:16]
	b[6] = b[6]&0x0f | 0x50
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func yamlText(e *Entry) string {
	y := &yamlWriter{}
	y.line(0, "- entry_type: %s", e.Type)
	y.metadata(&e.Metadata)
	if len(e.Segments)+len(e.Invariants) == 0 {
		y.line(1, "content: []")
		return y.b.String()
	}
	y.line(1, "content:")
	for _, s := range e.Segments {
		y.line(1, "- segment:")
		for i := range s.Waypoints {
			y.waypoint(&s.Waypoints[i])
		}
	}
	for i := range e.Invariants {
		y.invariant(&e.Invariants[i])
	}
	return y.b.String()
}

// yamlWriter writes lines.
type yamlWriter struct{ b strings.Builder }

func (y *yamlWriter) line(depth int, format string, args ...any) {
	for range depth {
		y.b.WriteString("  ")
	}
	fmt.Fprintf(&y.b, format+"\n", args...)
}

// text writes a key with a quoted text.
func (y *yamlWriter) text(depth int, key, value string) {
	y.line(depth, "%s: %s", key, quoted(value))
}

// quoted is a text between double quotes as YAML has them.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r >= 0x7f && r <= 0xa0:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0xfffd:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func (y *yamlWriter) metadata(m *Metadata) {
	y.line(1, "metadata:")
	y.text(2, "format_version", m.FormatVersion)
	y.text(2, "uuid", m.UUID)
	y.text(2, "creation_time", m.CreationTime)
	y.line(2, "producer:")
	y.text(3, "name", m.Producer.Name)
	y.text(3, "version", m.Producer.Version)
	for _, f := range [][2]string{{"configuration", m.Producer.Configuration},
		{"command_line", m.Producer.CommandLine}, {"description", m.Producer.Description}} {
		if f[1] != "" {
			y.text(3, f[0], f[1])
		}
	}
	y.line(2, "task:")
	y.line(3, "input_files:")
	for _, f := range m.Task.Inputs {
		y.line(3, "- %s", quoted(f.Name))
	}
	y.line(3, "input_file_hashes:")
	for _, f := range m.Task.Inputs {
		y.line(4, "%s: %s", quoted(f.Name), quoted(f.SHA256))
	}
	y.text(3, "specification", m.Task.Specification)
	y.text(3, "data_model", m.Task.DataModel)
	y.text(3, "language", m.Task.Language)
}

func (y *yamlWriter) waypoint(p *Waypoint) {
	y.line(2, "- waypoint:")
	y.line(4, "type: %s", p.Type)
	y.line(4, "action: %s", p.Action)
	if p.HasThread {
		y.line(4, "thread_id: %d", p.Thread)
	}
	if c := p.Constraint; c != nil && p.Type == Branching {
		y.line(4, "constraint:")
		y.line(5, "value: %s", c.Value)
	} else if c != nil {
		y.line(4, "constraint:")
		y.text(5, "value", c.Value)
		y.line(5, "format: %s", c.Format)
	}
	y.location(4, &p.Location)
}

func (y *yamlWriter) location(depth int, l *Location) {
	y.line(depth, "location:")
	y.text(depth+1, "file_name", l.File)
	y.line(depth+1, "line: %d", l.Line)
	if l.Column > 0 {
		y.line(depth+1, "column: %d", l.Column)
	}
	if l.Function != "" {
		y.text(depth+1, "function", l.Function)
	}
}

func (y *yamlWriter) invariant(v *Invariant) {
	y.line(1, "- invariant:")
	y.line(3, "type: %s", v.Type)
	y.location(3, &v.Location)
	y.text(3, "value", v.Value)
	y.line(3, "format: %s", v.Format)
}
