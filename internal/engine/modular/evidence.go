package modular

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/modular/certificate"
	"whittle.dev/term"
)

// maxWords bounds the conditions that are shown of one control state.
const maxWords = 6

// evidence is what holds when a thread is at a place, by its role: one text for each control state.
func (p modularProof) evidence() []engine.Evidence {
	c := p.cert
	var out []engine.Evidence
	shown := map[string]bool{}
	for s, seat := range c.Seats {
		tmpl := &c.Sys.Templates[seat.Template]
		pos := tmpl.Locs[seat.Loc].Pos
		if !pos.IsValid() {
			continue
		}
		for g := range c.Stores {
			lemma, occurs := c.Lemmas[certificate.View{Store: g, A: s, B: -1}]
			if !occurs {
				continue
			}
			words := append(p.equations(c.Stores[g]), p.equations(seat.Values)...)
			for _, t := range lemma {
				words = append(words, c.Say(t))
			}
			if len(words) > maxWords {
				words = append(words[:maxWords], "...")
			}
			text := fmt.Sprintf("%s: %s", tmpl.Name, strings.Join(words, ", "))
			if key := c.Sys.Files.Format(pos) + text; len(words) > 0 && !shown[key] {
				shown[key] = true
				out = append(out, engine.Evidence{Kind: engine.EvidencePredicates, Pos: pos, Text: text})
			}
		}
	}
	return out
}

// equations are those of a valuation, without what is made by the reading of the program.
func (p modularProof) equations(v map[term.Term]term.Term) []string {
	st := p.cert.Sys.Terms
	var out []string
	for _, sym := range slices.Sorted(maps.Keys(v)) {
		n, ok := st.ConstUint64(v[sym])
		name, shared := strings.CutPrefix(st.Name(sym), "cell ")
		if ok && shared {
			out = append(out, fmt.Sprintf("%s = %d", strings.TrimSuffix(name, "+0"), n))
		}
	}
	return out
}
