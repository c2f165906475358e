package settle

import (
	"slices"
	"strconv"
	"strings"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/ts/transition"
)

// SystemQuestion is one thing that is asked about a system: a goal, or all of them, or a property of its
// infinite runs.
type SystemQuestion struct {
	Property property.Property
	// Goal is the index of a goal, or engine.AllGoals; of a property of infinite runs it is that among them.
	Goal int
	// Name is what the file calls it, Number how it numbers it.
	Name   string
	Number int
}

// Questions are what a task asks about a system: what it names, by its name, else by its number; else all
// that its properties are about.
func (r Settled) Questions(sys *transition.System) ([]SystemQuestion, error) {
	var goals, all []SystemQuestion
	if r.Asked.Covers(r.Language.Safety) {
		for i, g := range sys.Goals {
			goals = append(goals, SystemQuestion{r.Language.Safety, i, g.Name, g.Number})
		}
	}
	for i, f := range sys.Temporals {
		if r.Asked.Covers(f.Property) {
			all = append(all, SystemQuestion{f.Property, i, f.Name, f.Number})
		}
	}
	if r.Goal == "" {
		if len(goals) > 0 {
			all = append([]SystemQuestion{{Property: r.Language.Safety, Goal: engine.AllGoals}}, all...)
		}
		if len(all) == 0 {
			return nil, Errorf("%s has nothing that the property %s is about", r.Files[0], r.Asked)
		}
		return all, nil
	}
	all = append(goals, all...)
	number, err := strconv.Atoi(r.Goal)
	var names []string
	for _, has := range []func(SystemQuestion) bool{
		func(q SystemQuestion) bool { return q.Name == r.Goal },
		func(q SystemQuestion) bool { return err == nil && q.Number == number },
	} {
		if i := slices.IndexFunc(all, has); i >= 0 {
			return all[i : i+1], nil
		}
	}
	for _, q := range all {
		names = append(names, q.Name+" ("+strconv.Itoa(q.Number)+")")
	}
	return nil, Errorf("%s has no goal %q (it has: %s)", r.Files[0], r.Goal, strings.Join(names, ", "))
}
