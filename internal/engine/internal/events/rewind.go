package events

// rewinding is how far a graph was made at some moment.
type rewinding struct {
	events, nodes, sections, joins, objects, goals, assumed, arbitrary, starts, threads int
	iterated, laws                                                                      int
	chain, instances, finishes                                                          int
	region                                                                              uint64
	bounded                                                                             bool
}

// mark notes how far the graph was made. The thread is in no section.
func (u *unroller) mark() rewinding {
	g, th := u.g, u.b.th
	return rewinding{events: len(g.Events), nodes: len(g.Nodes), sections: len(g.Sections),
		joins:   len(g.Joins),
		objects: len(g.Objects), goals: len(g.Goals), assumed: len(g.Assumed), arbitrary: len(g.Arbitrary),
		starts: len(g.Starts), threads: len(g.Threads), iterated: len(g.Iterated), laws: len(g.Laws),
		chain: len(th.Chain), instances: len(th.Instances), finishes: len(th.Finishes),
		region: u.objects.region, bounded: u.b.bounded}
}

// rewind takes back what was put into the graph since a mark. Claims that were relied on stay listed, as do
// terms and guards.
func (u *unroller) rewind(m rewinding) {
	g, th := u.g, u.b.th
	for _, o := range g.Objects[m.objects:] {
		delete(g.objectOf, g.Program.RegionOf(o.Addr))
	}
	for _, a := range g.Assumed[m.assumed:] {
		delete(u.b.assumed, a.Edge)
	}
	g.Events, g.Nodes, g.Sections, g.Joins = g.Events[:m.events], g.Nodes[:m.nodes], g.Sections[:m.sections],
		g.Joins[:m.joins]
	g.Objects, g.Goals, g.Assumed, g.Arbitrary = g.Objects[:m.objects], g.Goals[:m.goals],
		g.Assumed[:m.assumed], g.Arbitrary[:m.arbitrary]
	g.Starts, g.Threads = g.Starts[:m.starts], g.Threads[:m.threads]
	g.Iterated, g.Laws = g.Iterated[:m.iterated], g.Laws[:m.laws]
	th.Chain, th.Instances, th.Finishes = th.Chain[:m.chain], th.Instances[:m.instances],
		th.Finishes[:m.finishes]
	u.objects.region, u.b.bounded = m.region, m.bounded
	clear(g.leafMemo) // it may know regions of objects that are gone
}
