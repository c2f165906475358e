package gen

import "whittle.dev/internal/bench/gen/pbmc"

// PBMCProgram returns the C program of a family of the paper on projections with n
// processes; see package pbmc. False if there is no such family.
func PBMCProgram(family string, n int, seed uint64, unsat bool) (text string, ok bool) {
	for _, f := range pbmc.Families() {
		if string(f) == family {
			return pbmc.Program(f, n, seed, unsat), true
		}
	}
	return "", false
}
