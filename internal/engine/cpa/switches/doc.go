// Package switches lists the ways in which tests run the engine cpa: each ready configuration, each setting
// changed, and each source of predicates alone. Every answer must be the same, or unknown.
//
// Main types: Configuration; All lists them, the first is the default one:
//
//	for _, c := range switches.All() {
//		eng, err := cpa.New(c.Config)
//	}
//
// It is for tests alone; policy_test.go in the root folder refuses it elsewhere.
package switches
