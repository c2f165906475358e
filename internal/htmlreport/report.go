package htmlreport

import (
	_ "embed" // scripts and styles are files in the folder assets
	"fmt"
	"html/template"
	"io"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/page"
	"whittle.dev/internal/report"
)

// Report is what a page is made from.
type Report struct {
	Summary report.Summary
	// Program is the program as lowered; nil: there is none.
	Program *cfa.Program
	// Warnings are those of the run.
	Warnings []string
	// Command is the command line that gave this answer, program first; empty: it is not known.
	Command []string
	Version string
	// History is how numbers went in the course of the run; it may be empty.
	History []engine.Series
}

//go:embed assets/frame.js
var frameJS string

//go:embed assets/code.js
var codeJS string

//go:embed assets/start.js
var startJS string

//go:embed assets/frame.css
var frameCSS string

// Write writes the page.
func (r Report) Write(w io.Writer) error {
	p, err := r.page()
	if err != nil {
		return err
	}
	return p.Write(w)
}

// page makes the page of the head and all sections.
func (r Report) page() (page.Page, error) {
	src := r.sources(r.replayed())
	sections, err := r.sections(src)
	if err != nil {
		return page.Page{}, err
	}
	top, err := r.head(src)
	if err != nil {
		return page.Page{}, err
	}
	files := src.files
	if files == nil {
		files = []sourceFile{}
	}
	p := page.Page{Title: r.title(), Bar: tabs(sections), Styles: []string{frameCSS},
		Data: []page.Data{{ID: "report-files", Value: files}}, Scripts: []string{frameJS + "\n" + codeJS}}
	var body strings.Builder
	body.WriteString(string(top))
	for i, s := range sections {
		role, label, hidden := "tabpanel", "aria-labelledby=\"tab-"+s.ID+"\"", ""
		if len(sections) == 1 {
			role, label = "region", "aria-label=\""+template.HTMLEscapeString(s.Title)+"\""
		}
		if i > 0 {
			hidden = " hidden"
		}
		fmt.Fprintf(&body, "\n<section class=\"section\" id=\"%s\" role=\"%s\" %s%s>\n%s\n</section>", s.ID,
			role, label, hidden, s.HTML)
		if s.Data != nil {
			p.Data = append(p.Data, page.Data{ID: "data-" + s.ID, Value: s.Data})
		}
		if s.Style != "" {
			p.Styles = append(p.Styles, s.Style)
		}
		if s.Script != "" {
			p.Scripts = append(p.Scripts, s.Script)
		}
	}
	p.Scripts = append(p.Scripts, startJS)
	p.Body = template.HTML(body.String()) // all parts are
	return p, nil
}

// tabs lets people choose a section.
func tabs(sections []Section) template.HTML {
	if len(sections) < 2 {
		return ""
	}
	var b strings.Builder
	b.WriteString("<nav id=\"tabs\" role=\"tablist\" aria-label=\"Parts of the report\">")
	for i, s := range sections {
		fmt.Fprintf(&b, "<button type=\"button\" role=\"tab\" id=\"tab-%s\" data-section=\"%s\" "+
			"aria-controls=\"%s\" aria-selected=\"%v\" title=\"%d\">%s</button>",
			s.ID, s.ID, s.ID, i == 0, i+1, template.HTMLEscapeString(s.Title))
	}
	b.WriteString("</nav>")
	return template.HTML(b.String())
}
