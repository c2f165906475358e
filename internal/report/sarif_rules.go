package report

import (
	"slices"
	"strings"

	"whittle.dev/internal/property"
)

// ruleIndex is the index of a property in sarifRules; -1: it has none.
func ruleIndex(p property.Property) int { return slices.Index(property.Known(), p) }

// sarifRules are the rules as SARIF describes them.
func sarifRules() []sarifRule {
	all := property.Known()
	out := make([]sarifRule, len(all))
	for i, p := range all {
		w := p.Words()
		out[i] = sarifRule{
			ID: string(p), Name: pascal(string(p)),
			Short: &sarifText{Text: w.Violated + "."}, Full: &sarifText{Text: w.Meaning},
			Help:    &sarifText{Text: w.Meaning + " " + w.Advice, Markdown: w.Meaning + "\n\n" + w.Advice},
			Default: &sarifConfiguration{Level: "error"},
			// The names are those that GitHub reads. A violation was replayed before it is reported.
			Properties: map[string]any{"precision": "very-high", "problem.severity": "error",
				"tags": []string{"correctness", "concurrency"}},
		}
	}
	return out
}

// pascal makes "NoDataRace" of "no-data-race".
func pascal(s string) string {
	var b strings.Builder
	for _, word := range strings.Split(s, "-") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

// The kinds of notifications, as indices into sarifNotices.
const (
	noticeUndecided = iota
	noticeInternal
	noticeProgram
	noticeInput
	noticeRun
	noticeRemark
)

// sarifNotices describes the kinds of notifications.
func sarifNotices() []sarifRule {
	list := []struct{ id, text string }{
		noticeUndecided: {"undecided", "The property is neither proved nor refuted; the message says why."},
		noticeInternal: {"internal-error", "A part of whittle failed; the message names a file that " +
			"describes the defect."},
		noticeProgram: {"program", "A message about the source of the program."},
		noticeInput:   {"input", "The input could not be read or is not a program that can be checked."},
		noticeRun:     {"run", "A message about the run, such as a file that could not be used."},
		noticeRemark: {"remark", "Something to know about a verdict that stands: what was taken to mean " +
			"more than it does, or a defect beside the property."},
	}
	out := make([]sarifRule, len(list))
	for i, n := range list {
		out[i] = sarifRule{ID: n.id, Short: &sarifText{Text: n.text}}
	}
	return out
}
