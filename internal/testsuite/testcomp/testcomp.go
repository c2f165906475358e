package testcomp

import (
	"encoding/xml"
	"fmt"
	"strings"

	"whittle.dev/internal/cover"
	"whittle.dev/internal/lazy"
	"whittle.dev/internal/testsuite"
)

// Meta is what metadata.xml says about a suite.
type Meta struct {
	// Producer is the name and the version of the tool.
	Producer string
	// File is the name of the program, Hash the SHA-256 of its text.
	File, Hash string
	// Entry is the function that the program starts with.
	Entry string
	// Bits is the width of pointers.
	Bits int
}

// File is a file of a suite.
type File struct {
	Name string
	Text []byte
}

type metadata struct {
	XMLName       xml.Name `xml:"test-metadata"`
	Language      string   `xml:"sourcecodelang"`
	Producer      string   `xml:"producer"`
	Specification string   `xml:"specification"`
	Program       string   `xml:"programfile"`
	Hash          string   `xml:"programhash"`
	Entry         string   `xml:"entryfunction"`
	Architecture  string   `xml:"architecture"`
	Time          string   `xml:"creationtime"`
}

type testcase struct {
	XMLName xml.Name `xml:"testcase"`
	// Error is "true" if the test comes to an error function.
	Error  string  `xml:"coversError,attr,omitempty"`
	Inputs []input `xml:"input"`
}

type input struct {
	Type  string `xml:"type,attr,omitempty"`
	Value string `xml:",chardata"`
}

// edges are the criteria in FQL.
var edges = map[cover.Criterion]string{cover.Branches: "COVER EDGES(@DECISIONEDGE)",
	cover.Conditions: "COVER EDGES(@CONDITIONEDGE)", cover.ErrorCall: "COVER EDGES(@CALL(reach_error))"}

// specification is what a property file of Test-Comp says.
var specification = lazy.Regexp(`^\s*COVER\(\s*init\(\s*(\w+)\s*\(\s*\)\s*\)\s*,` +
	`\s*FQL\(\s*(.*?)\s*\)\s*\)\s*$`)

// ParseSpecification reads a property file of Test-Comp: the criterion, and the function that the program
// starts with. ok is false if it is another kind of file, or another criterion.
func ParseSpecification(text string) (c cover.Criterion, entry string, ok bool) {
	m := specification().FindStringSubmatch(text)
	if m == nil {
		return "", "", false
	}
	for c, e := range edges {
		if strings.Join(strings.Fields(m[2]), " ") == e {
			return c, m[1], true
		}
	}
	return "", "", false
}

// unknownTime is the time of creation: the same suite has the same files whenever it is made.
const unknownTime = "1970-01-01T00:00:00Z"

// Files are the files of a suite.
func Files(s *testsuite.Suite, m Meta) ([]File, error) {
	head, err := document("test-metadata", metadata{Language: "C", Producer: m.Producer,
		Specification: fmt.Sprintf("COVER( init(%s()), FQL(%s) )", m.Entry, edges[s.Criterion]),
		Program:       m.File, Hash: m.Hash, Entry: m.Entry, Architecture: fmt.Sprintf("%dbit", m.Bits),
		Time: unknownTime})
	if err != nil {
		return nil, err
	}
	out := []File{{"metadata.xml", head}}
	for i := range s.Tests {
		var t testcase
		if s.Tests[i].End == testsuite.Violates {
			t.Error = "true"
		}
		for _, in := range s.Tests[i].Inputs() {
			name, ok := strings.CutPrefix(in.What, "__VERIFIER_nondet_")
			if !ok {
				continue
			}
			t.Inputs = append(t.Inputs, input{types[strings.TrimSuffix(name, "()")], in.Number()})
		}
		text, err := document("testcase", t)
		if err != nil {
			return nil, err
		}
		out = append(out, File{fmt.Sprintf("testcase-%d.xml", i+1), text})
	}
	return out, nil
}

// types are the types of C that functions of inputs return.
var types = map[string]string{"bool": "bool", "_Bool": "bool", "char": "char", "schar": "signed char",
	"uchar": "unsigned char", "short": "short", "ushort": "unsigned short", "int": "int",
	"uint": "unsigned int", "unsigned": "unsigned int", "unsigned_int": "unsigned int", "long": "long",
	"ulong": "unsigned long", "longlong": "long long", "ulonglong": "unsigned long long",
	"size_t": "size_t", "float": "float", "double": "double"}

// document is a file of the format, whose document type has the name of its root.
func document(root string, content any) ([]byte, error) {
	text, err := xml.MarshalIndent(content, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("testcomp: %w", err)
	}
	head := `<?xml version="1.0" encoding="UTF-8" standalone="no"?>` + "\n" + fmt.Sprintf(
		"<!DOCTYPE %s PUBLIC \"+//IDN sosy-lab.org//DTD test-format %s 1.1//EN\" "+
			"\"https://sosy-lab.org/test-format/%s-1.1.dtd\">\n", root, root, root)
	return append(append([]byte(head), text...), '\n'), nil
}
