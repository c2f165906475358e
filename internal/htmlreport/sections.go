package htmlreport

import (
	_ "embed" // scripts and styles are files in the folder assets
	"fmt"
	"html/template"
	"strings"

	"whittle.dev/internal/lazy"
)

// Section is a part of the page that is shown on its own.
type Section struct {
	// ID is that of its element, and of its address in the page: "#section=ID". Small letters and digits.
	ID string
	// Title is what its tab says: a word or two.
	Title string
	// HTML is its content. It must escape what comes from the program; html/template does.
	HTML template.HTML
	// Data is what the script gets by whittle.data("data-ID"); nil: nothing.
	Data any
	// Script runs when the page has loaded; Style is a style sheet. Both may be empty.
	Script, Style string
}

// maker makes a section; ok is false if the report has no such section.
type maker func(src *sources) (s Section, ok bool, err error)

// makers make the sections, in the order of the page.
func (r Report) makers() []maker {
	return []maker{r.traceSection, r.pathSection, r.proofSection, r.abstractionSection, r.cfaSection,
		r.statsSection}
}

// goodID is what the ID of a section may be.
var goodID = lazy.Regexp(`^[a-z][a-z0-9]*$`)

// sections makes all sections of the report.
func (r Report) sections(src *sources) ([]Section, error) {
	var out []Section
	for _, m := range r.makers() {
		s, ok, err := m(src)
		if err != nil {
			return nil, fmt.Errorf("report: section %s: %w", s.ID, err)
		}
		if !ok {
			continue
		}
		if !goodID().MatchString(s.ID) {
			return nil, fmt.Errorf("report: %q cannot be the ID of a section", s.ID)
		}
		out = append(out, s)
	}
	return out, nil
}

//go:embed assets/trace.html
var traceHTML string

//go:embed assets/trace.css
var traceCSS string

//go:embed assets/model.js
var modelJS string

//go:embed assets/lanes.js
var lanesJS string

//go:embed assets/source.js
var sourceJS string

//go:embed assets/values.js
var valuesJS string

//go:embed assets/search.js
var searchJS string

//go:embed assets/control.js
var controlJS string

//go:embed assets/print.js
var printJS string

// traceSection shows the trace of a violation.
func (r Report) traceSection(src *sources) (Section, bool, error) {
	s := Section{ID: "trace", Title: "Trace", HTML: template.HTML(traceHTML), Style: traceCSS}
	t := r.replayed()
	if t == nil {
		return s, false, nil
	}
	s.Data = r.traceData(t, src)
	s.Script = strings.Join([]string{modelJS, lanesJS, sourceJS, valuesJS, searchJS, controlJS, printJS},
		"\n")
	return s, true, nil
}
