package recurrence

import "fmt"

// defect says what keeps the nodes from being a graph of executions, which are infinite; empty: nothing.
func (p *Proof) defect() string {
	if len(p.Nodes) == 0 || len(p.Waiting) == 0 {
		return "there is no state before the beginning, or nothing is asked"
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		stays := i == 0 || n.Inside
		for _, t := range n.Turns {
			stays = stays || t == Enabled
		}
		for _, e := range n.Edges {
			stays = stays || e.Thread == Nobody
			switch {
			case e.To <= 0 || int(e.To) >= len(p.Nodes):
				return fmt.Sprintf("a step from state %d leads to no state", i)
			case i == 0 || n.Inside || e.Thread == Nobody:
			case e.Thread < 0 || int(e.Thread) >= len(n.Turns) || n.Turns[e.Thread] == Gone:
				return fmt.Sprintf("a thread steps in state %d that cannot", i)
			}
		}
		if !stays {
			return fmt.Sprintf("no thread can go on in state %d, and the execution does not stay in it", i)
		}
	}
	for q, edges := range p.Automaton.Edges {
		for _, e := range edges {
			if e.To < 0 || e.To >= len(p.Automaton.Edges) {
				return fmt.Sprintf("an edge from state %d of the automaton leads to no state", q)
			}
		}
	}
	return ""
}
