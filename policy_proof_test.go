package whittle_test

import (
	"os"
	"path"
	"strings"
	"testing"
)

// checkers are the packages that check proofs. What they reach is the meaning of programs, terms and solvers,
// and never a search: a defect of a search must not be able to hide itself.
var checkers = []string{"internal/ts/inductive", "internal/proof/measures", "internal/proof/recurrence",
	"internal/engine/certify", "internal/engine/modular/certificate", "internal/engine/dpr/certify"}

// searches are the packages that look for proofs and violations.
var searches = []string{"internal/engine/bmc", "internal/engine/ceds", "internal/engine/cpa",
	"internal/engine/dpr", "internal/engine/dpr/schedule", "internal/engine/liveness",
	"internal/engine/modular", "internal/engine/modular/atoms", "internal/engine/modular/fixpoint",
	"internal/engine/modular/samples", "internal/engine/modular/table", "internal/engine/pbmc",
	"internal/engine/pdr", "internal/engine/portfolio", "internal/engine/ranking", "internal/engine/slab",
	"internal/engine/internal/cubes", "internal/engine/internal/refine", "internal/engine/internal/samples",
	"internal/engine/internal/stateset", "internal/engine/internal/steps"}

// TestProofPolicy: no checker of a proof reaches a search.
func TestProofPolicy(t *testing.T) {
	imports := map[string][]string{}
	err := walkGo(os.DirFS("."), func(name string) error {
		if strings.HasSuffix(name, "_test.go") {
			return nil
		}
		_, list, err := importsOf(os.DirFS("."), name)
		if err != nil {
			return err
		}
		dir := path.Dir(name)
		for _, imp := range list {
			if to, ok := strings.CutPrefix(imp, module+"/"); ok {
				imports[dir] = append(imports[dir], to)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range append(checkers, searches...) {
		if imports[p] == nil {
			t.Errorf("there is no package %s", p)
		}
	}
	for _, c := range checkers {
		from := map[string]string{c: ""}
		for todo := []string{c}; len(todo) > 0; todo = todo[1:] {
			for _, to := range imports[todo[0]] {
				if _, seen := from[to]; !seen {
					from[to] = todo[0]
					todo = append(todo, to)
				}
			}
		}
		for _, s := range searches {
			if by, reached := from[s]; reached {
				t.Errorf("%s checks proofs and reaches the search %s through %s", c, s, by)
			}
		}
	}
}
