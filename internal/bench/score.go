package bench

import (
	"path"
	"slices"
	"strings"

	"whittle.dev/internal/property"
)

// The points of SV-COMP for right and wrong answers; anything else has none. (SV-COMP gives points for right
// answers only if their witnesses are confirmed; here nothing is confirmed.)
const (
	pointsRightTrue  = 2
	pointsRightFalse = 1
	pointsWrongTrue  = -32
	pointsWrongFalse = -16
)

// Points are the points of SV-COMP for a record.
func (r Record) Points() int {
	right, wrong := pointsRightFalse, pointsWrongFalse
	if r.Verdict == "true" {
		right, wrong = pointsRightTrue, pointsWrongTrue
	}
	switch r.Score {
	case Right:
		return right
	case Wrong:
		return wrong
	}
	return 0
}

// MaxPoints are the points that the right answer would have; 0 where nothing is expected.
func (r Record) MaxPoints() int {
	switch want, _ := property.ParseVerdict(r.Expected); want.Kind {
	case property.True:
		return pointsRightTrue
	case property.False:
		return pointsRightFalse
	}
	return 0
}

// ByFolder regroups records: the set of each becomes the folder of its task.
func ByFolder(recs []Record) []Record {
	out := slices.Clone(recs)
	for i := range out {
		out[i].Set = path.Dir(out[i].Name)
	}
	return out
}

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
func (t *Table) WrongRecords() []Record {
	var out []Record
	for _, r := range t.Records {
		if r.Score == Wrong {
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
func category(r Record) string { return strings.TrimSpace(r.Set + " " + string(r.Property)) }
