package bench

import (
	"fmt"
	"path/filepath"
	"strings"
)

// SideBySide joins the records of several runs, which have names, to those of one. Configurations that several runs have are
// renamed: by the name of their run, which always stands before it if always is set. The order is that of the tasks of the first run that has them.
func SideBySide(names []string, always bool, runs [][]Record) ([]Record, error) {
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
	groups := map[string][]Record{} // by task and property
	var order []string
	seen := map[string]string{}
	for i, recs := range runs {
		for _, r := range recs {
			if always || in[r.Config] > 1 {
				run := strings.TrimSuffix(filepath.Base(names[i]), ".jsonl")
				r.Config = strings.TrimSpace(run + " " + r.Config)
			}
			k := recordKey(r.Config, r.Item)
			if other, ok := seen[k]; ok && other != fmt.Sprint(i) {
				return nil, fmt.Errorf("two runs have results of configuration %q: give them names of their own", r.Config)
			}
			seen[k] = fmt.Sprint(i)
			if _, ok := groups[r.key()]; !ok {
				order = append(order, r.key())
			}
			groups[r.key()] = append(groups[r.key()], r)
		}
	}
	var out []Record
	for _, k := range order {
		out = append(out, groups[k]...)
	}
	return out, nil
}
