package htmlreport

import (
	"whittle.dev/internal/cfa"
)

// block is a basic block: edges of one procedure that are executed one after the other, and the decision at
// the end.
type block struct {
	at    cfa.LocID // where it begins
	edges []*cfa.Edge
	// choice are the Assume edges that leave its end, if there are several.
	choice []*cfa.Edge
	end    cfa.LocID // where its edges lead
	label  string    // that of the location: "loop head"
	next   []hop
	part   bool             // the decision is about a part of its text
	split  map[partKey]bool // the texts of which several blocks have parts
}

// hop leads from one block to another.
type hop struct {
	to    int
	edges []*cfa.Edge // the choices that lead there; none: the block goes on there
}

// blocksOf cuts a procedure into its basic blocks. The first one is the entry; what cannot be reached is left
// out.
func blocksOf(proc *cfa.Proc) []block {
	if int(proc.Entry) >= len(proc.Locs) {
		return nil
	}
	leads := func(l cfa.LocID) bool {
		loc := &proc.Locs[l]
		return l == proc.Entry || len(loc.In) != 1 || len(proc.Locs[proc.Edges[loc.In[0]].From].Out) != 1
	}
	number := map[cfa.LocID]int{}
	var out []block
	enter := func(l cfa.LocID) int {
		i, ok := number[l]
		if !ok {
			i = len(out)
			number[l] = i
			out = append(out, block{at: l, label: proc.Locs[l].Label})
		}
		return i
	}
	enter(proc.Entry)
	for i := 0; i < len(out); i++ {
		b := &out[i]
		at := b.at
		for {
			loc := &proc.Locs[at]
			if len(loc.Out) != 1 {
				break
			}
			e := proc.Edges[loc.Out[0]]
			b.edges = append(b.edges, e)
			at = e.To
			if cfa.Ends(e.Op) || leads(at) {
				break
			}
		}
		b.end = at
		ended := len(b.edges) > 0 && cfa.Ends(b.edges[len(b.edges)-1].Op)
		outs := proc.Locs[at].Out
		var next []hop
		switch {
		case ended:
		case len(outs) > 1 && (at == b.at || !leads(at)):
			for _, k := range outs {
				e := proc.Edges[k]
				b.choice = append(b.choice, e)
				to := enter(e.To)
				b = &out[i] // enter may have moved it
				merged := false
				for n := range next {
					if next[n].to == to {
						next[n].edges, merged = append(next[n].edges, e), true
					}
				}
				if !merged {
					next = append(next, hop{to, []*cfa.Edge{e}})
				}
			}
		case at != b.at || len(b.edges) > 0:
			next = append(next, hop{to: enter(at)})
		}
		out[i].next = next
	}
	markParts(out)
	return out
}

// partKey is a statement or condition on a line.
type partKey struct {
	line int32
	text string
}

// markParts finds what is about a part of a statement only: decisions that share their text with others on
// one line, and texts that stand in several blocks.
func markParts(blocks []block) {
	first, of, split := map[partKey]int{}, map[partKey]int{}, map[partKey]bool{}
	for i := range blocks {
		b := &blocks[i]
		b.split = split
		for _, e := range b.edges {
			k := partKey{e.Pos.Line, e.Text}
			if j, ok := of[k]; ok && j != i {
				split[k] = true
			}
			of[k] = i
		}
		if len(b.choice) != 2 || b.choice[0].Text == "" {
			continue
		}
		k := partKey{b.choice[0].Pos.Line, positive(b.choice)}
		if j, ok := first[k]; ok {
			b.part, blocks[j].part = true, true
			continue
		}
		first[k] = i
	}
}
