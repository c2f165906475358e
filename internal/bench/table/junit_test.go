package table

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/golden"
)

// TestJUnit compares what is written for records of every score with the golden
// file, whose sections are named by the tests.
func TestJUnit(t *testing.T) {
	rec := func(name string, config string, score tasks.Score, verdict, why string) tasks.Record {
		return tasks.Record{Item: tasks.Item{Name: name, Set: "locks", Property: property.UnreachCall},
			Config:   config,
			Expected: "true", Verdict: verdict,
			Score: score, CPU: 0.25, Wall: 0.5, Memory: 21e6, Why: why}
	}
	hostile := rec(`a<b>&"c'.c`, "", tasks.Failed, "unknown",
		"line one\nline \x00two\x1b[1m ]]> <![CDATA[ \xff")
	hostile.Set = ""
	tests := map[string][]tasks.Record{
		"scores": {
			rec("right.c", "", tasks.Right, "true", ""),
			rec("wrong.c", "", tasks.Wrong, "false(unreach-call)",
				"found with loop bound 1"),
			rec("unknown.c", "", tasks.Unknown, "unknown", "timeout"),
			rec("failed.c", "", tasks.Failed, "unknown", "exit code 2: bad.c:1:1: error"),
			rec("unjudged.c", "", tasks.Unjudged, "true", ""),
		},
		"configurations": {
			rec("a.c", "base", tasks.Right, "true", ""),
			rec("a.c", "no spin", tasks.Unknown, "unknown", "timeout"),
			rec("b.c", "base", tasks.Right, "true", ""),
			rec("b.c", "no spin", tasks.Wrong, "false(unreach-call)", ""),
		},
		"escaping": {hostile},
		"none":     nil,
	}
	var fresh txtar.Archive
	for _, name := range []string{"scores", "configurations", "escaping", "none"} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := New(tests[name]).JUnit(&b); err != nil {
				t.Fatal(err)
			}
			fresh.Files = append(fresh.Files, txtar.File{Name: name, Data: b.Bytes()})
			if err := readJUnit(bytes.NewReader(b.Bytes()), len(tests[name])); err != nil {
				t.Error(err)
			}
		})
	}
	golden.Archive(t, "testdata/junit.txtar", &fresh)
}

// readJUnit reads JUnit XML as strictly as the strictest of its readers: each suite has what
// its attributes count, each case a name, a class, a time and at most one problem.
func readJUnit(r io.Reader, cases int) error {
	type problem struct {
		Message *string `xml:"message,attr"`
	}
	type counts struct {
		Tests    int     `xml:"tests,attr"`
		Failures int     `xml:"failures,attr"`
		Errors   int     `xml:"errors,attr"`
		Skipped  int     `xml:"skipped,attr"`
		Time     float64 `xml:"time,attr"`
	}
	var doc struct {
		XMLName xml.Name `xml:"testsuites"`
		counts
		Suites []struct {
			Name string `xml:"name,attr"`
			counts
			Cases []struct {
				Name     string    `xml:"name,attr"`
				Class    string    `xml:"classname,attr"`
				Time     float64   `xml:"time,attr"`
				Failures []problem `xml:"failure"`
				Errors   []problem `xml:"error"`
				Skipped  []problem `xml:"skipped"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	dec := xml.NewDecoder(r)
	if err := dec.Decode(&doc); err != nil {
		return err
	}
	total := 0
	for _, s := range doc.Suites {
		var got counts
		names := map[string]bool{}
		for _, c := range s.Cases {
			got.Tests++
			got.Failures += len(c.Failures)
			got.Errors += len(c.Errors)
			got.Skipped += len(c.Skipped)
			problems := append(append(c.Failures, c.Errors...), c.Skipped...)
			if len(problems) > 1 || len(problems) == 1 && problems[0].Message == nil {
				return fmt.Errorf("%s: %d problems, or one without a message", c.Name, len(problems))
			}
			key := c.Class + " " + c.Name
			if c.Name == "" || !strings.HasPrefix(c.Class, "whittle") || names[key] {
				return fmt.Errorf("case %q", key)
			}
			names[key] = true
		}
		got.Time = s.Time
		if got != s.counts || s.Name == "" {
			return fmt.Errorf("suite %q has %+v, says %+v", s.Name, got, s.counts)
		}
		total += got.Tests
	}
	if total != cases || doc.Tests != cases {
		return fmt.Errorf("%d cases, says %d, want %d", total, doc.Tests, cases)
	}
	return nil
}

// TestJUnitDisk: what cannot be written is an error.
func TestJUnitDisk(t *testing.T) {
	if err := New(nil).JUnit(fullDisk{}); err == nil {
		t.Error("no error")
	}
}

type fullDisk struct{}

// Write fails.
func (fullDisk) Write([]byte) (int, error) { return 0, io.ErrShortWrite }
