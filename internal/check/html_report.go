package check

import (
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
	return o.htmlReport(command).Write(w)
}

// htmlReport is what the page is made from.
func (o Outcome) htmlReport(command []string) htmlreport.Report {
	return htmlreport.Report{Summary: o.summary(), Program: o.prog, Warnings: o.Warnings, Command: command,
		Version: version.String(), History: o.history}
}
