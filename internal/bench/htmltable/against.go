package htmltable

import (
	"fmt"
	"slices"

	"whittle.dev/internal/bench/table"
	"whittle.dev/internal/plot"
)

// againstView is a comparison with an earlier run as the page shows it.
type againstView struct {
	File                  string
	Compare, Missing, New int
	Counts                []changeCount
	Rows                  []changeRow
	Factor, Floor         string
}

type changeCount struct {
	Change    table.Change
	N         int
	Good, Bad bool
}

type changeRow struct {
	table.Difference
	Rank             int // the worst is 0
	Good, Bad        bool
	OldText, NewText string
	Ratio            float64
}

func comparison(a *table.Against) *againstView {
	if a == nil {
		return nil
	}
	v := &againstView{File: a.File, Compare: a.Compare, Missing: a.Missing, New: a.New,
		Factor: fmt.Sprintf("%g", a.How.Factor), Floor: plot.Time.Format(a.How.Floor)}
	good := []table.Change{table.Mended, table.Gained, table.Faster}
	for rank, c := range table.Changes() {
		if n := a.Count(c); n > 0 {
			v.Counts = append(v.Counts, changeCount{c, n, slices.Contains(good, c), c.Regression()})
		}
		for _, d := range a.Diffs {
			if d.Change == c {
				v.Rows = append(v.Rows, changeRow{d, rank, slices.Contains(good, c), c.Regression(),
					plot.Time.Format(d.OldCPU), plot.Time.Format(d.CPU),
					d.CPU / max(d.OldCPU, 1e-3)})
			}
		}
	}
	return v
}
