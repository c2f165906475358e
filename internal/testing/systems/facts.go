package systems

import (
	"regexp"
	"strconv"
	"testing"

	"whittle.dev/internal/ts/transition"
)

// within is a fact that can be checked.
var within = regexp.MustCompile(`^no violation within (\d+) steps?$`)

// CheckFacts checks what a search that was stopped says of how many steps a violation of a random system
// takes at least. It returns how many facts say that.
func CheckFacts(t *testing.T, name string, sys *transition.System, facts []string) int {
	t.Helper()
	checked := 0
	for _, f := range facts {
		m := within.FindStringSubmatch(f)
		if m == nil {
			continue
		}
		checked++
		n, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		steps, err := Steps(sys)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range steps {
			if s >= 0 && s <= n {
				t.Errorf("%s: %s, but there is one with %d", name, f, s)
			}
		}
	}
	return checked
}
