package report

import (
	"slices"
	"strings"

	"whittle.dev/internal/property"
)

// ruleIndex is the index of a property in sarifRules; -1: it has none.
func ruleIndex(p property.Property) int { return slices.Index(property.Known(), p) }

// behaviourRule is the rule of a kind of undefined behaviour.
func behaviourRule(b property.Behaviour) (id string, index int) {
	return string(property.NoUndefinedBehaviour) + "/" + string(b),
		len(property.Known()) + slices.Index(property.Behaviours(), b)
}

// sarifRules are the rules as SARIF describes them.
func sarifRules() []sarifRule {
	var out []sarifRule
	for _, p := range property.Known() {
		out = append(out, violationRule(string(p), p.Words()))
	}
	for _, b := range property.Behaviours() {
		id, _ := behaviourRule(b)
		w := b.Words()
		w.Meaning += " " + b.Reference() + "."
		out = append(out, violationRule(id, w))
	}
	return out
}

// violationRule is the rule for violations that words tell of.
func violationRule(id string, w property.Words) sarifRule {
	return sarifRule{
		ID: id, Name: pascal(id),
		Short: &sarifText{Text: w.Violated + "."}, Full: &sarifText{Text: w.Meaning},
		Help:    &sarifText{Text: w.Meaning + " " + w.Advice, Markdown: w.Meaning + "\n\n" + w.Advice},
		Default: &sarifConfiguration{Level: "error"},
		// The names are those that GitHub reads. A violation was replayed before it is reported.
		Properties: map[string]any{"precision": "very-high", "problem.severity": "error",
			"tags": []string{"correctness", "concurrency"}},
	}
}

// pascal makes "NoDataRace" of "no-data-race".
func pascal(s string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return r == '-' || r == '/' }) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
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
