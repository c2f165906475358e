package whittle_test

const module = "whittle.dev"

// floors gives every package its floor; "." is the root package. A package may import packages of lower
// floors and nothing else of this module but what sameFloor lists. A package that is not listed belongs to
// the listed package that it lies in (frontend/c/x to frontend/c): it has its floor and is seen by it alone.
var floors = map[string]int{
	"internal/property":   0,
	"internal/version":    0,
	"internal/source":     0,
	"internal/outfile":    0,
	"internal/verdicts":   0,
	"internal/lazy":       0,
	"internal/english":    0,
	"internal/yamlfile":   0,
	"internal/plot":       0,
	"internal/draw":       0,
	"internal/components": 0,
	"internal/ltl":        0,
	"internal/picture":    0,
	"internal/page":       0,
	"term":                0,
	"internal/absint":     0,
	"internal/difference": 0,
	"internal/congruence": 0,
	"sat":                 0,
	"sat/order":           0,
	"sat/dimacs":          0,
	"sat/drat":            0,

	"internal/simplex":          0,
	"internal/simplex/rational": 0,

	"internal/cfa":        1,
	"internal/cfa/digest": 1,
	"internal/step":       1,
	"internal/axioms":     1,
	"smt":                 1,
	"smt/lib":             1,
	"smt/process":         1,
	"smt/native":          1,
	"smt/audit":           1,
	"smt/clock":           1,
	"smt/dump":            1,
	"smt/exists":          1,

	"smt/interpolate": 1,

	"smt/internal/words":     1,
	"smt/internal/termtable": 1,

	"internal/ts":            1,
	"internal/ts/reduce":     1,
	"internal/ts/transition": 1,
	"internal/ts/inductive":  1,
	"internal/ts/horn":       1,

	"internal/cover":         2,
	"internal/trace":         2,
	"internal/interp":        2,
	"internal/interp/graphs": 3,
	"internal/pass":          2,
	"internal/proof":         1,
	"internal/analysis":      2,

	"internal/frontend/c":      2,
	"internal/frontend/llvm":   2,
	"internal/frontend/clang":  2,
	"internal/frontend/golang": 2,
	"internal/frontend/vmt":    2,
	"internal/frontend/litmus": 2,
	"internal/frontend/btor2":  2,
	"internal/ts/fromcfa":      2,
	"internal/ts/flow":         2,

	"internal/proof/scribe":      2,
	"internal/proof/measures":    3,
	"internal/proof/recurrence":  3,
	"internal/engine":            3,
	"internal/engine/setting":    3,
	"internal/engine/internal":   3,
	"internal/engine/translated": 3,

	"internal/engine/bmc":       4,
	"internal/engine/pbmc":      4,
	"internal/engine/cpa":       4,
	"internal/engine/pdr":       4,
	"internal/engine/liveness":  4,
	"internal/engine/ranking":   4,
	"internal/engine/ceds":      4,
	"internal/engine/certify":   4,
	"internal/engine/dpr":       4,
	"internal/engine/modular":   4,
	"internal/engine/slab":      4,
	"internal/engine/portfolio": 4,
	"internal/engine/contest":   4,
	"internal/engine/graphs":    4,
	"internal/witness":          4,
	"internal/report":           4,
	"internal/htmlreport":       4,
	"internal/harness":          4,
	"internal/testsuite":        4,
	"internal/task":             4,
	"internal/compdb":           4,

	"internal/bench/gen": 2,

	"internal/bench/tools": 3,

	"contrib/release": 0,
	"contrib/svcomp":  0,

	"internal/bugreport": 4,
	"internal/limits":    4,
	"internal/outcomes":  4,
	"internal/solve":     4,
	"internal/run":       5,
	"internal/validate":  5,
	".":                  6,
	"internal/bench":     6,
	"internal/cluster":   6,
	"internal/cli":       6,
	"cmd/whittle":        7,
	"cmd/whittle-bench":  7,
	"cmd/whittle-serve":  7,

	"internal/testing": 3,

	"examples/library": 7,
}

// forTests is the folder of the packages that only tests use. Any test may import them, whatever its floor,
// and nothing else may.
const forTests = "internal/testing"

// sameFloor lists the imports that are allowed within a floor.
var sameFloor = map[string][]string{
	"internal/absint":        {"term"},
	"internal/ltl":           {"internal/components"},
	"internal/yamlfile":      {"internal/source"},
	"internal/property":      {"internal/ltl"},
	"internal/page":          {"internal/lazy"},
	"sat/order":              {"sat"},
	"internal/difference":    {"sat"},
	"internal/congruence":    {"sat"},
	"internal/simplex":       {"internal/simplex/rational"},
	"sat/dimacs":             {"sat"},
	"sat/drat":               {"sat", "sat/dimacs"},
	"smt/exists":             {"smt"},
	"smt/lib":                {"smt", "smt/exists"},
	"smt/process":            {"smt", "smt/lib"},
	"smt/native":             {"smt", "smt/internal/words", "smt/internal/termtable"},
	"smt/audit":              {"smt", "smt/clock"},
	"smt/clock":              {"smt"},
	"smt/dump":               {"smt", "smt/lib", "smt/clock"},
	"internal/interp":        {"internal/trace"},
	"internal/frontend/llvm": {"internal/frontend/c"},
	"internal/pass":          {"internal/analysis"},

	"internal/proof":         {"smt"},
	"internal/step":          {"internal/cfa"},
	"internal/cfa/digest":    {"internal/cfa"},
	"internal/axioms":        {"internal/cfa"},
	"internal/ts/reduce":     {"internal/ts"},
	"internal/ts/transition": {"internal/ts"},
	"internal/ts/inductive":  {"internal/ts/transition", "smt", "smt/lib"},
	"internal/ts/horn":       {"internal/ts/transition"},
	"internal/ts/fromcfa":    {"internal/analysis", "internal/pass", "internal/trace"},
	"internal/engine/ceds":   {"internal/engine/certify"},
	"internal/engine/cpa":    {"internal/engine/certify"},

	"internal/engine/internal":   {"internal/engine/setting"},
	"internal/engine/translated": {"internal/engine"},

	"internal/htmlreport": {"internal/report"},
	"internal/testsuite":  {"internal/harness"},
	"internal/validate":   {"internal/run"},
	"internal/cluster":    {"internal/bench"},
	"internal/cli":        {"internal/bench"},
	"internal/solve":      {"internal/bugreport", "internal/limits"},

	"smt/internal/words": {"smt/internal/termtable"},
	"smt/interpolate":    {"smt"},
}

// openParts are listed packages whose parts are seen by whoever may import them: what engines share is
// several packages, and so are the analyses and the families of benchmarks, and what the machine of package
// interp is used for, what benchmarks are, the forms of test suites, and what is built on steps.
var openParts = map[string]bool{"internal/engine/internal": true, "internal/analysis": true,
	"internal/bench/gen": true, "internal/bench": true, "internal/cluster": true, "internal/interp": true,
	"internal/testsuite": true, "internal/step": true, "internal/cli": true}

// testOnly lists parts of other packages that only tests use: they know engines, which forTests does not.
var testOnly = []string{"internal/engine/bmc/switches", "internal/engine/ceds/switches",
	"internal/engine/slab/switches", "internal/engine/cpa/switches", "internal/interp/enumerate"}

// higherTests lists what the external test packages (package x_test) of a
// package may import besides: tests that need whole programs compile C.
var higherTests = map[string][]string{
	"internal/ts/inductive": {"smt/native"},

	"internal/cfa":        {"internal/frontend/c"},
	"internal/cfa/digest": {"internal/frontend/c"},
	"internal/step":       {"internal/interp"},
	"internal/pass":       {"internal/frontend/c", "internal/interp", "internal/property"},
	"internal/analysis": {"internal/frontend/c", "internal/pass", "internal/interp", "internal/trace",
		"internal/property"},
	"internal/interp": {"internal/frontend/c"},

	"internal/ts/fromcfa":      {"internal/frontend/c"},
	"internal/ts/horn":         {"internal/bench/gen"},
	"internal/frontend/golang": {"internal/interp"},
	"internal/frontend/c":      {"internal/interp", "internal/trace", "internal/pass", "internal/analysis"},
	"internal/engine/bmc":      {"internal/engine/pbmc"},
	"internal/engine/ceds":     {"internal/engine/bmc"},
	"internal/engine/contest":  {"internal/engine/bmc"},
	"internal/run": {"internal/engine/bmc/switches", "internal/engine/ceds/switches",
		"internal/engine/slab/switches", "internal/engine/cpa/switches"},
	"sat":             {"sat/order", "sat/drat"},
	"smt/audit":       {"smt/native"},
	"smt/native":      {"smt/lib", "smt/process", "smt/audit", "smt/internal/words"},
	"smt/clock":       {"smt/native"},
	"smt/dump":        {"smt/native", "smt/process"},
	"smt/exists":      {"smt/native", "smt/lib"},
	"smt/interpolate": {"smt/native", "smt/process", "smt/audit"},
	"smt/lib":         {"smt/native", "smt/process"},
	"smt/process":     {"smt/native"},
	"term":            {"smt", "smt/native"},
}

// modules lists who may import which module of others. Test files may import what stands under "test" too.
var modules = map[string][]string{
	"modernc.org/cc/v4":        {"internal/frontend/c"},
	"modernc.org/token":        {"internal/frontend/c"},
	"golang.org/x/tools":       {"internal/frontend/golang"},
	"github.com/spf13/cobra":   {"cmd/whittle", "cmd/whittle-serve", "cmd/whittle-bench", "internal/cli"},
	"github.com/spf13/pflag":   {"cmd/whittle", "internal/cli"},
	"golang.org/x/term":        {"internal/cli"},
	"github.com/dalzilio/rudd": {"internal/engine/cpa"},
	"github.com/goccy/go-yaml": {"internal/yamlfile", "internal/task", "internal/witness", "contrib/release",
		"cmd/whittle", "internal/bench/tools"},
	"golang.org/x/sys":                {"internal/bench", "cmd/whittle", "internal/run"},
	"github.com/nats-io/nats-server":  {"internal/cluster"},
	"github.com/nats-io/nats.go":      {"internal/cluster"},
	"github.com/prometheus":           {"internal/cluster"},
	"github.com/google/go-cmp":        {"test"},
	"github.com/rogpeppe/go-internal": {"test"},
	"github.com/go-air/gini":          {"test"},
}
