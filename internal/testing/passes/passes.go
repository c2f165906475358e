package passes

import "whittle.dev/internal/pass"

// All is a pipeline with every kind of pass: what it leaves are threads without calls and few local steps.
func All() pass.Pipeline {
	pl, err := pass.Named("resolve", "inline", "unreachable", "dead", "merge", "const", "unreachable",
		"merge", "dead")
	if err != nil {
		panic(err) // the names are those of package pass
	}
	return pl
}
