package tasks

import (
	"path"
	"slices"

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
