package htmlreport

import (
	"fmt"
	"html/template"
)

// Section is a part of the page that is shown on its own.
type Section struct {
	// ID is that of its element, and of its address in the page: "#section=ID". Letters and digits.
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
type maker func() (s Section, ok bool, err error)

// makers make the sections, in the order of the page.
func (r Report) makers() []maker {
	return []maker{}
}

// sections makes all sections of the report.
func (r Report) sections() ([]Section, error) {
	var out []Section
	for _, m := range r.makers() {
		s, ok, err := m()
		if err != nil {
			return nil, fmt.Errorf("report: section %s: %w", s.ID, err)
		}
		if ok {
			out = append(out, s)
		}
	}
	return out, nil
}
