package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
)

const (
	sarifVersion = "2.1.0"
	sarifSchema  = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	// sarifRoot is the name of the folder that relative URIs are relative to.
	sarifRoot = "%SRCROOT%"
)

// SARIFOptions say what SARIF writes besides the summary.
type SARIFOptions struct {
	// Version is the version of whittle, or empty.
	Version string
	// Root is the folder that names of files are made relative to; empty: the current folder.
	Root string
	// Warnings are about the run.
	Warnings []string
	// Err is why there is no answer, or nil. If the diagnostics have errors they are told instead.
	Err error
}

// SARIF writes the summary as a SARIF 2.1.0 log with one run. A violation is a result with the trace as its
// code flow: one thread flow for each thread that runs, and one execution order over all of them. A verdict
// "true" has no result, "unknown" has none and a notification that says why.
func SARIF(w io.Writer, s Summary, o SARIFOptions) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	b := sarifWriter{s: s, o: o}
	if err := enc.Encode(sarifLog{Schema: sarifSchema, Version: sarifVersion,
		Runs: []sarifRun{b.run()}}); err != nil {
		return fmt.Errorf("writing SARIF: %w", err)
	}
	return nil
}

// sarifWriter makes the parts of one log.
type sarifWriter struct {
	s Summary
	o SARIFOptions
}

func (b sarifWriter) run() sarifRun {
	r := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name: "whittle", Version: b.o.Version,
			Short: &sarifText{Text: "A model checker for concurrent C programs."},
			Rules: sarifRules(), Notifications: sarifNotices(),
		}},
		Invocations: []sarifInvocation{b.invocation()},
		Bases: map[string]sarifArtifactLocation{
			sarifRoot: {Description: &sarifText{
				Text: "The folder that the names of files are relative to."}}},
		ColumnKind: "unicodeCodePoints",
		Results:    []sarifResult{},
	}
	var names []string
	for _, in := range b.s.Inputs {
		at, ok := b.artifact(in)
		if !ok || slices.Contains(names, at.URI) {
			continue
		}
		r.Artifacts = append(r.Artifacts, sarifArtifact{Location: at, Roles: []string{"analysisTarget"},
			SourceLanguage: "c"})
		names = append(names, at.URI)
	}
	if len(names) > 0 {
		// What stands before the last slash is the category of the run, so that logs
		// about other properties and programs do not replace this one.
		r.Automation = &sarifAutomation{fmt.Sprintf("whittle/%s/%s/", b.s.Property, strings.Join(names, "+"))}
	}
	if b.o.Err == nil {
		for _, p := range b.s.each() {
			if p.Result.Verdict.Kind == property.False {
				r.Results = append(r.Results, sarifWriter{p, b.o}.violation())
			}
		}
	}
	return r
}

// invocation has the answer and the notifications.
func (b sarifWriter) invocation() sarifInvocation {
	res := b.s.Result
	inv := sarifInvocation{Properties: sarifAnswer{
		Verdict: res.Verdict.String(), Property: string(b.s.Property), Engine: b.s.Engine,
		DataModel: b.s.DataModel,
		Why:       res.Why, Facts: res.Facts, Assumptions: b.s.assumptions(), Notes: b.s.notes(),
		Assumes: b.s.assumes(), Strict: b.s.Strict,
	}}
	if res.Certificate != nil {
		inv.Properties.Certificate = fmt.Sprint(res.Certificate)
	}
	if b.s.Expected.Kind != property.Unknown {
		inv.Properties.Expected = b.s.Expected.String()
	}
	inv.Notifications = b.notifications()
	inv.Successful = b.o.Err == nil && res.Verdict.Kind != property.Unknown
	return inv
}

// notifications says what is not a violation: messages of the front end, why there is no answer, and defects.
func (b sarifWriter) notifications() []sarifNotification {
	var out []sarifNotification
	add := func(kind int, level string, message string, at ...sarifLocation) {
		id := sarifNotices()[kind].ID
		out = append(out, sarifNotification{Descriptor: sarifReference{id, kind}, Level: level,
			Message: sarifText{Text: message}, Locations: at})
	}
	told := false
	if d := b.s.Diagnostics; d != nil {
		for _, m := range d.All() {
			add(noticeProgram, m.Severity.String(), m.Message, b.locations(d.Files, m.Pos)...)
		}
		told = d.HasErrors()
	}
	for _, warning := range b.o.Warnings {
		add(noticeRun, "warning", warning)
	}
	switch {
	case b.o.Err != nil && !told:
		add(noticeInput, "error", b.o.Err.Error())
	case b.o.Err == nil:
		for _, s := range b.s.each() {
			res := s.Result
			if res.Verdict.Kind != property.Unknown {
				continue
			}
			why := fmt.Sprintf("%s is undecided", s.Property)
			if res.Why != "" {
				why += ": " + s.Open()
			}
			// What cut the analysis short is an error of the run in the words of the
			// standard, since what it did not look at may be wrong.
			add(noticeUndecided, "error", why, b.locations(s.Files, res.Pos)...)
		}
	}
	for _, p := range b.s.Premises() {
		if !p.notable() {
			continue
		}
		var at []sarifLocation
		for _, place := range p.Places {
			at = append(at, b.locations(b.s.Files, place)...)
		}
		add(noticeRemark, "note", "assumes: "+p.Text, at...)
	}
	for _, n := range b.s.Remarks() {
		var at []sarifLocation
		for _, p := range n.Places {
			at = append(at, b.locations(b.s.Files, p)...)
		}
		add(noticeRemark, "note", n.Text, at...)
	}
	if b.s.BugReport != "" {
		add(noticeInternal, "error", "internal error, described in "+b.s.BugReport)
	}
	return out
}

// locations is the place, or nothing if there is none to name.
func (b sarifWriter) locations(files *source.Files, p source.Pos) []sarifLocation {
	if at := b.physical(files, p); at != nil {
		return []sarifLocation{{Physical: at}}
	}
	return nil
}

// physical describes a place; it is nil for one that is in no file of the user.
func (b sarifWriter) physical(files *source.Files, p source.Pos) *sarifPhysical {
	if files == nil || !p.IsValid() {
		return nil
	}
	at, ok := b.artifact(files.Name(p.File))
	if !ok {
		return nil
	}
	return &sarifPhysical{at, sarifRegion{StartLine: int(p.Line), StartColumn: runeColumn(files, p)}}
}

// artifact names a file; ok is false for one that is part of whittle.
func (b sarifWriter) artifact(name string) (at sarifArtifactLocation, ok bool) {
	uri, relative, ok := fileURI(b.o.Root, name)
	if ok && relative {
		return sarifArtifactLocation{URI: uri, URIBase: sarifRoot}, true
	}
	return sarifArtifactLocation{URI: uri}, ok
}
