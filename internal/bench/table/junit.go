package table

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/english"
)

// The elements of JUnit XML that are written. There is no standard; these are the
// elements and attributes that Jenkins, GitLab and others read.

type junitSuites struct {
	XMLName xml.Name `xml:"testsuites"`
	junitCounts
	Suites []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name string `xml:"name,attr"`
	junitCounts
	Cases []junitCase `xml:"testcase"`
}

// junitCounts are the attributes that sum up test cases.
type junitCounts struct {
	Tests    int    `xml:"tests,attr"`
	Failures int    `xml:"failures,attr"`
	Errors   int    `xml:"errors,attr"`
	Skipped  int    `xml:"skipped,attr"`
	Time     string `xml:"time,attr"` // seconds
	seconds  float64
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Time    string        `xml:"time,attr"`
	Failure *junitProblem `xml:"failure"`
	Error   *junitProblem `xml:"error"`
	Skipped *junitProblem `xml:"skipped"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitProblem struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// JUnit writes the records as JUnit XML: a test suite for each configuration, a test case for each task, its
// wall time. A wrong answer is a failure; a command that did not answer is an error; unknown, and an answer
// where nothing is expected, are skipped, with the reason.
func (t *Table) JUnit(w io.Writer) error {
	all := junitSuites{junitCounts: junitCounts{Time: junitTime(0)}}
	index := map[string]int{}
	for _, r := range t.Records {
		i, ok := index[r.Config]
		if !ok {
			i = len(all.Suites)
			index[r.Config] = i
			name := "whittle"
			if r.Config != "" {
				name += " " + r.Config
			}
			all.Suites = append(all.Suites, junitSuite{Name: name})
		}
		s := &all.Suites[i]
		s.Cases = append(s.Cases, newJUnitCase(r))
		s.add(r)
		all.add(r)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return fmt.Errorf("writing JUnit XML: %w", err)
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (c *junitCounts) add(r tasks.Record) {
	c.Tests++
	switch r.Score {
	case tasks.Wrong:
		c.Failures++
	case tasks.Failed:
		c.Errors++
	case tasks.Unknown, tasks.Unjudged:
		c.Skipped++
	}
	c.seconds += r.Wall
	c.Time = junitTime(c.seconds)
}

func newJUnitCase(r tasks.Record) junitCase {
	// Readers take the class for a name with dots, by which they group the cases.
	class := []string{"whittle"}
	for _, part := range []string{r.Config, r.Set} {
		if part != "" {
			class = append(class, strings.ReplaceAll(part, " ", "-"))
		}
	}
	c := junitCase{Name: r.Name, Class: strings.Join(append(class, string(r.Property)), "."),
		Time: junitTime(r.Wall)}
	why := english.OneLine(r.Why)
	switch r.Score {
	case tasks.Wrong:
		c.Failure = &junitProblem{Message: fmt.Sprintf("the answer is %s, expected is %s", r.Verdict,
			r.Expected), Type: string(tasks.Wrong), Text: r.Why}
	case tasks.Failed:
		c.Error = &junitProblem{Message: why, Type: string(tasks.Failed), Text: r.Why}
	case tasks.Unknown:
		c.Skipped = &junitProblem{Message: "unknown: " + why}
	case tasks.Unjudged:
		c.Skipped = &junitProblem{Message: fmt.Sprintf("the answer is %s, nothing is expected", r.Verdict)}
	}
	c.Output = fmt.Sprintf("%s, expected %s; CPU %.3f s, wall %.3f s, peak memory %.1f MB", r.Verdict,
		r.Expected, r.CPU, r.Wall, float64(r.Memory)/1e6)
	return c
}

func junitTime(seconds float64) string { return fmt.Sprintf("%.3f", seconds) }
