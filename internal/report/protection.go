package report

import (
	"fmt"
	"strings"

	"whittle.dev/internal/engine"
)

// jsonProtection says what keeps the accesses to a place in memory apart.
type jsonProtection struct {
	Object string `json:"object"`
	How    string `json:"how"`
	Where  string `json:"where,omitempty"` // of the first access
}

// protected lists what keeps the accesses to the places apart that threads share, as far as a proof says.
func (s Summary) protected() []jsonProtection {
	var out []jsonProtection
	for _, e := range s.Result.Evidence {
		if e.Kind == engine.EvidenceProtection {
			out = append(out, jsonProtection{e.Object, e.Text, s.Files.Format(e.Pos)})
		}
	}
	return out
}

// protections prints the table of what keeps accesses apart.
func (s Summary) protections(b *strings.Builder) {
	if s.Files == nil {
		return
	}
	list := s.protected()
	width := 0
	for _, p := range list {
		width = max(width, len(p.Object))
	}
	for i, p := range list {
		if i == 0 {
			b.WriteString("what threads share:\n")
		}
		fmt.Fprintf(b, "  %-*s  %s (%s)\n", width, p.Object, p.How, p.Where)
	}
}
