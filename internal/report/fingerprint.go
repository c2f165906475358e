package report

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// fingerprintName is the name of the fingerprint in SARIF, with the version of what it is made of.
const fingerprintName = "whittle/v1"

// Fingerprint names a violation so that a later run knows it again. It is made of the property, of the kind
// of undefined behaviour, and of each place where the violation happens: of both accesses of a data race, of
// where threads of a deadlock wait, of what allocates memory that is never freed. A place is the file,
// relative to the current folder, the function and the text of the line, without its blanks, since numbers of
// lines change with every edit above; which one it is of equal lines is counted from where the function
// begins. The fingerprint is empty if there is no violation.
func (s Summary) Fingerprint() string {
	res := s.Result
	if res.Verdict.Kind != property.False {
		return ""
	}
	of := string(res.Verdict.Property)
	var places []string
	if res.Trace != nil {
		if h, ok := newHeadline(res.Trace, s.Files); ok {
			of += "\n" + string(h.behaviour)
			for _, at := range h.steps {
				places = append(places, s.placePrint(at))
			}
		}
		if p := res.Verdict.Property; p == property.ValidMemtrack || p == property.ValidMemcleanup {
			for _, at := range neverFreed(res.Trace) {
				places = append(places, s.placePrint(at))
			}
		}
	}
	if path := s.Path(); path != nil {
		places = append(places, path.Goal)
	}
	slices.Sort(places) // either access of a race may come first
	places = slices.Compact(places)
	sum := sha256.Sum256([]byte(of + "\n" + strings.Join(places, "\n")))
	return fmt.Sprintf("%x", sum[:8])
}

// neverFreed are the steps of a trace that allocate what it does not free.
func neverFreed(t *trace.Trace) []*trace.Step {
	live := map[uint64]*trace.Step{}
	for i := range t.Steps {
		switch s := &t.Steps[i]; s.Kind {
		case trace.KindAlloc:
			if strings.Contains(s.Object, "#") { // of the heap
				live[s.Addr] = s
			}
		case trace.KindFree:
			delete(live, s.Addr)
		}
	}
	return slices.Collect(maps.Values(live))
}

// placePrint is the place of a step without numbers of lines.
func (s Summary) placePrint(at *trace.Step) string {
	p := at.User
	if s.Files == nil || !p.IsValid() {
		return ""
	}
	name, _, _ := fileName("", s.Files.Name(p.File))
	text := s.bareLine(p)
	rank := 0
	for q := at.Begin; q.IsValid() && q.File == p.File && q.Line < p.Line; q.Line++ {
		if s.bareLine(q) == text {
			rank++
		}
	}
	return fmt.Sprintf("%s: %s: %s: %d", name, at.Function, text, rank)
}

// bareLine is the line at a place without blanks.
func (s Summary) bareLine(p source.Pos) string {
	line, _ := s.Files.Line(p)
	return strings.Join(strings.Fields(line), "")
}

// Baseline has the violations of an earlier run, by their fingerprints.
type Baseline map[string]bool

// ReadBaseline reads the answer of an earlier run, as JSON or SARIF writes it.
func ReadBaseline(r io.Reader) (Baseline, error) {
	type answer struct {
		Fingerprint string `json:"fingerprint"`
	}
	var file struct {
		answer
		Version    any      `json:"version"`
		Properties []answer `json:"properties"`
		Runs       []struct {
			Results []struct {
				Fingerprints map[string]string `json:"partialFingerprints"`
			} `json:"results"`
		} `json:"runs"`
	}
	if err := json.NewDecoder(r).Decode(&file); err != nil {
		return nil, fmt.Errorf("it is no answer of whittle in JSON or SARIF: %w", err)
	}
	if file.Version == nil {
		return nil, fmt.Errorf("it is no answer of whittle in JSON or SARIF: it has no version")
	}
	out := Baseline{}
	for _, a := range append(file.Properties, file.answer) {
		out[a.Fingerprint] = true
	}
	for _, run := range file.Runs {
		for _, res := range run.Results {
			out[res.Fingerprints[fingerprintName]] = true
		}
	}
	delete(out, "")
	return out, nil
}

// Sort splits the violated properties of an answer into those that are known from the baseline, and others.
func (b Baseline) Sort(s Summary) (known, fresh []string) {
	for _, p := range s.each() {
		switch f := p.Fingerprint(); {
		case f == "":
		case b[f]:
			known = append(known, string(p.Property))
		default:
			fresh = append(fresh, string(p.Property))
		}
	}
	return known, fresh
}
