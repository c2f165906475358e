package htmlreport

import (
	"io"

	"whittle.dev/internal/cfa"
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
}

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
	sections, err := r.sections()
	if err != nil {
		return page.Page{}, err
	}
	p := page.Page{Title: r.title()}
	for _, s := range sections {
		p.Body += s.HTML
	}
	return p, nil
}

// title is what the window is called.
func (r Report) title() string { return r.Summary.Result.Verdict.String() }
