package table

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"whittle.dev/internal/bench/tasks"
)

// SideBySide joins the records of several runs, which have names, to those of one, and renames the
// configurations in their setups, too. Configurations that several runs have are renamed: by the name of
// their run, which always stands before it if always is set. The order is that of the tasks of the first run
// that has them.
func SideBySide(names []string, always bool, runs [][]tasks.Record, setups []tasks.Setup) ([]tasks.Record,
	error) {
	if len(names) != len(runs) {
		return nil, fmt.Errorf("%d names for %d runs", len(names), len(runs))
	}
	in := map[string]int{} // configuration: in how many runs
	for _, recs := range runs {
		own := map[string]bool{}
		for _, r := range recs {
			if !own[r.Config] {
				own[r.Config] = true
				in[r.Config]++
			}
		}
	}
	rename := func(i int, config string) string {
		if !always && in[config] < 2 {
			return config
		}
		return strings.TrimSpace(strings.TrimSuffix(filepath.Base(names[i]), ".jsonl") + " " + config)
	}
	for i := range setups {
		setups[i].Configs = slices.Clone(setups[i].Configs)
		for j, c := range setups[i].Configs {
			setups[i].Configs[j].Name = rename(i, c.Name)
		}
	}
	groups := map[string][]tasks.Record{} // by task and property
	var order []string
	seen := map[string]string{}
	for i, recs := range runs {
		for _, r := range recs {
			r.Config = rename(i, r.Config)
			k := tasks.RecordKey(r.Config, r.Item)
			if other, ok := seen[k]; ok && other != fmt.Sprint(i) {
				return nil, fmt.Errorf("two runs have results of configuration %q: give them names of "+
					"their own", r.Config)
			}
			seen[k] = fmt.Sprint(i)
			if _, ok := groups[r.Key()]; !ok {
				order = append(order, r.Key())
			}
			groups[r.Key()] = append(groups[r.Key()], r)
		}
	}
	var out []tasks.Record
	for _, k := range order {
		out = append(out, groups[k]...)
	}
	return out, nil
}
