package run

import (
	"io"

	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/report"
	"whittle.dev/internal/version"
)

// WriteSARIF writes the outcome as a SARIF 2.1.0 log. Names of files are relative to the folder root where
// they lie below it; if it is empty it is the current folder. err is what Check returned with the outcome, or
// nil.
func (o Outcome) WriteSARIF(w io.Writer, root string, err error) (werr error) {
	defer bugreport.Guard(&werr)
	return report.SARIF(w, o.summary(), report.SARIFOptions{Version: version.String(), Root: root,
		Warnings: o.Warnings, Err: err})
}

// WriteGitHub prints the outcome for people and, as workflow commands for GitHub Actions, annotations. The
// last line is the verdict. Names of files are as WriteSARIF has them.
func (o Outcome) WriteGitHub(w io.Writer, opt ReportOptions, root string) error {
	return report.GitHub(w, o.summary(), opt, root)
}

// WriteGitHubDiagnostics prints the errors and warnings about the program as workflow commands for GitHub
// Actions. err is what Check returned with the outcome, or nil.
func (o Outcome) WriteGitHubDiagnostics(w io.Writer, err error, root string) error {
	return report.GitHubDiagnostics(w, o.Diagnostics, err, root)
}
