package witness

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// graphKeys are the data that the format 1.0 has, as far as they are used.
var graphKeys = []struct{ id, of, typ, preset string }{
	{"witness-type", "graph", "string", ""},
	{"sourcecodelang", "graph", "string", ""},
	{"producer", "graph", "string", ""},
	{"specification", "graph", "string", ""},
	{"programfile", "graph", "string", ""},
	{"programhash", "graph", "string", ""},
	{"architecture", "graph", "string", ""},
	{"creationtime", "graph", "string", ""},
	{"entry", "node", "boolean", "false"},
	{"violation", "node", "boolean", "false"},
	{"startline", "edge", "int", ""},
	{"endline", "edge", "int", ""},
	{"threadId", "edge", "int", ""},
	{"createThread", "edge", "int", ""},
	{"enterFunction", "edge", "string", ""},
	{"assumption", "edge", "string", ""},
	{"assumption.scope", "edge", "string", ""},
	{"assumption.resultfunction", "edge", "string", ""},
}

// WriteGraphML writes a violation witness of format 1.0. The format knows programs of one file only.
//
// Source: https://github.com/sosy-lab/sv-witnesses, README-GraphML.md
func WriteGraphML(w io.Writer, m *Metadata, g *Graph) error {
	if len(m.Task.Inputs) != 1 {
		return fmt.Errorf("%w in GraphML of a program of %d files", ErrNoWitness, len(m.Task.Inputs))
	}
	x := &graphWriter{}
	x.line(0, `<?xml version="1.0" encoding="UTF-8" standalone="no"?>`)
	x.line(0,
		`<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">`)
	for _, k := range graphKeys {
		if k.preset == "" {
			x.line(1, `<key id="%s" for="%s" attr.name="%s" attr.type="%s"/>`, k.id, k.of, k.id, k.typ)
			continue
		}
		x.line(1, `<key id="%s" for="%s" attr.name="%s" attr.type="%s">`, k.id, k.of, k.id, k.typ)
		x.line(2, `<default>%s</default>`, k.preset)
		x.line(1, `</key>`)
	}
	architecture := "64bit"
	if m.Task.DataModel == "ILP32" {
		architecture = "32bit"
	}
	x.line(1, `<graph edgedefault="directed">`)
	for _, d := range [][2]string{
		{"witness-type", "violation_witness"}, {"sourcecodelang", m.Task.Language},
		{"producer", m.Producer.Name + " " + m.Producer.Version},
		{"specification", m.Task.Specification}, {"programfile", m.Task.Inputs[0].Name},
		{"programhash", m.Task.Inputs[0].SHA256},
		{"architecture", architecture}, {"creationtime", m.CreationTime},
	} {
		x.data(2, d)
	}
	x.line(2, `<node id="N0">`)
	x.data(3, [2]string{"entry", "true"})
	x.line(2, `</node>`)
	for i := range g.Edges {
		if i < len(g.Edges)-1 {
			x.line(2, `<node id="N%d"/>`, i+1)
		} else {
			x.line(2, `<node id="N%d">`, i+1)
			x.data(3, [2]string{"violation", "true"})
			x.line(2, `</node>`)
		}
		x.line(2, `<edge id="E%d" source="N%d" target="N%d">`, i, i, i+1)
		for _, d := range g.Edges[i].data() {
			x.data(3, d)
		}
		x.line(2, `</edge>`)
	}
	x.line(1, `</graph>`)
	x.line(0, `</graphml>`)
	if _, err := io.WriteString(w, x.b.String()); err != nil {
		return fmt.Errorf("writing the witness: %w", err)
	}
	return nil
}

// graphWriter writes lines of XML.
type graphWriter struct{ b strings.Builder }

func (x *graphWriter) line(depth int, format string, args ...any) {
	x.b.WriteString(strings.Repeat("  ", depth))
	fmt.Fprintf(&x.b, format+"\n", args...)
}

func (x *graphWriter) data(depth int, d [2]string) {
	var text strings.Builder
	// A Builder returns no error.
	_ = xml.EscapeText(&text, []byte(d[1]))
	x.line(depth, `<data key="%s">%s</data>`, d[0], text.String())
}
