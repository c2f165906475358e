package table

import (
	"strings"

	"whittle.dev/internal/bench/tasks"
)

// normalise computes the score of a configuration over all its categories in the way of SV-COMP: the mean
// over the categories of the points per task, times the number of tasks. So a category counts alike, however
// many tasks it has. Tasks without an expected verdict do not count.
func normalise(categories []Total) float64 {
	sum, tasks, n := 0.0, 0, 0
	for _, c := range categories {
		judged := c.WantTrue + c.WantFalse
		if judged == 0 {
			continue
		}
		sum += float64(c.Points) / float64(judged)
		tasks += judged
		n++
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n) * float64(tasks)
}

// WrongRecords are the records of wrong answers, in their order.
func (t *Table) WrongRecords() []tasks.Record {
	var out []tasks.Record
	for _, r := range t.Records {
		if r.Score == tasks.Wrong {
			out = append(out, r)
		}
	}
	return out
}

// Configs are the names of the configurations, in the order of their first records.
func (t *Table) Configs() []string {
	var out []string
	for _, x := range t.Totals {
		out = append(out, x.Config)
	}
	return out
}

// category is the name of the group of a record.
func category(r tasks.Record) string { return strings.TrimSpace(r.Set + " " + string(r.Property)) }
