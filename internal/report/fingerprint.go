package report

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"whittle.dev/internal/english"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// fingerprintName is the name of the fingerprint in SARIF, with the version of what it is made of.
const fingerprintName = "whittle/v1"

// Fingerprint names a violation so that a later run knows it again. It is made of the property, and of the
// files and the texts of the lines where the violation happens, of a data race of both accesses: numbers of
// lines change with every edit above. A leak happens where memory is allocated that is never freed. Names of
// files are relative to the current folder. The fingerprint is empty if there is no violation.
func (s Summary) Fingerprint() string {
	res := s.Result
	if res.Verdict.Kind != property.False {
		return ""
	}
	var places []string
	if res.Trace != nil {
		if h, ok := newHeadline(res.Trace, s.Files); ok {
			places = append(places, s.fingerprintOf(h.pos), s.fingerprintOf(h.other))
		}
		if p := res.Verdict.Property; p == property.ValidMemtrack || p == property.ValidMemcleanup {
			for _, at := range neverFreed(res.Trace) {
				places = append(places, s.fingerprintOf(at))
			}
		}
	}
	if path := s.Path(); path != nil {
		places = append(places, path.Goal)
	}
	slices.Sort(places) // either access of a race may come first
	places = slices.Compact(places)
	sum := sha256.Sum256([]byte(string(res.Verdict.Property) + "\n" + strings.Join(places, "\n")))
	return fmt.Sprintf("%x", sum[:8])
}

// neverFreed are the places where a trace allocates what it does not free.
func neverFreed(t *trace.Trace) []source.Pos {
	live := map[uint64]source.Pos{}
	for i := range t.Steps {
		switch s := &t.Steps[i]; s.Kind {
		case trace.KindAlloc:
			if strings.Contains(s.Object, "#") { // of the heap
				live[s.Addr] = s.User
			}
		case trace.KindFree:
			delete(live, s.Addr)
		}
	}
	return slices.Collect(maps.Values(live))
}

// fingerprintOf is a place without its numbers.
func (s Summary) fingerprintOf(p source.Pos) string {
	if s.Files == nil || !p.IsValid() {
		return ""
	}
	name, _, _ := fileName("", s.Files.Name(p.File))
	line, _ := s.Files.Line(p)
	return name + ": " + english.OneLine(line)
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
