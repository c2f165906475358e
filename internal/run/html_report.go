package run

import (
	"context"
	"io"

	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/htmlreport"
	"whittle.dev/internal/version"
)

// WriteReport writes the outcome as one self-contained HTML page: the verdict and what it rests on, and the
// trace of a violation beside the source. command is the command line to show as the one that gives this
// answer, program first; nil shows none. A defect of whittle in here is an error: the answer is not lost with
// the page.
func (o Outcome) WriteReport(w io.Writer, command []string) (err error) {
	defer bugreport.Guard(&err)
	if len(o.Several) == 0 {
		return o.htmlReport(command).Write(w)
	}
	var list []htmlreport.Report
	for _, p := range o.Several {
		q, err := p.separate(context.Background())
		if err != nil {
			q = p // as it was found
		}
		list = append(list, q.htmlReport(command))
	}
	return htmlreport.WriteSeveral(w, list)
}

// htmlReport is what the page is made from.
func (o Outcome) htmlReport(command []string) htmlreport.Report {
	return htmlreport.Report{Summary: o.summary(), Program: o.prog, Warnings: o.Warnings, Command: command,
		Version: version.String(), History: o.history}
}
