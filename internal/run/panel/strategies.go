package panel

import (
	"maps"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/contest"
)

// Strategies are ways to use an engine that helpers try beside the run, for engines whose search is not cut
// into parts. They differ in what decides which programs an engine can decide, and all are as sound as the
// default.
func Strategies(name string) []contest.Strategy {
	switch name {
	case "cpa":
		return []contest.Strategy{
			{"analysis": "predicate"},
			{"analysis": "predicate+interval"},
			{"order": "bfs"},
			{"analysis": "value+interval"},
			{"abstraction": "cartesian"},
			{"analysis": "predicate", "order": "switches"},
			{"analysis": "bdd"},
		}
	case "modular":
		return []contest.Strategy{
			{"pairs": "off"},
			{"sections": "off"},
			{"element": "off"},
		}
	case "slab":
		return []contest.Strategy{
			{"window": "last", "strength": "weak"},
			{"window": "shortest", "strength": "simple"},
			{"counters": "explicit"},
			{"window": "first", "strength": "simple"},
			{"window": "last", "strength": "strong"},
			{"window": "shortest", "strength": "weak"},
		}
	}
	return nil
}

// withOthers has helpers try strategies of the engine that was asked for, or makes it one that helps another
// run. What the user has set is not varied.
func withOthers(o Options, x engineEntry, set map[string]string) (engine.Engine, error) {
	list := Strategies(x.name)
	switch {
	case len(list) == 0 || o.Lead == nil && o.Helpers == nil:
		return x.make(o, set)
	case o.Lead != nil:
		return contest.NewGuest(x.name, o.Lead, func(s contest.Strategy) (engine.Engine, error) {
			all := maps.Clone(map[string]string(s))
			if all == nil {
				all = map[string]string{}
			}
			maps.Copy(all, set)
			return x.make(o, all)
		}), nil
	}
	e, err := x.make(o, set)
	if err != nil || set["certify"] != "" || set["certificate"] != "" || o.Audit || o.DumpSMT2 != "" {
		return e, err
	}
	h := contest.NewHost(e, o.Helpers, list)
	if o.Eager {
		h = h.Eager()
	}
	return h, nil
}
