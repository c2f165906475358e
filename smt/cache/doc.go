// Package cache answers questions about terms from the answers to earlier ones. It
// decorates any smt.Solver.
//
// # Main types
//
//	Solver   the decorator; implements smt.Solver, smt.Hinter and smt.Statser
//	Config   limits and switches
//	Cache    remembered answers, which any number of solvers may share
//	Entry    one remembered answer
//	Key      the content hash of a normalised question
//	Normaliser  keys for questions of other kinds, which a caller wants to remember
//
// # Example
//
//	c := cache.NewCache(64 << 20)
//	s := cache.New(st, native.New(st, native.Config{}), c, cache.Config{})
//	s.Assert(st.BVUlt(x, y))
//	s.Assert(st.BVUlt(u, v))     // shares no symbol with the first
//	s.Check(ctx)                 // asks about x < y; then knows that u < v is the same
//
// # How a question is answered
//
// The conjuncts in force, of all levels and the assumptions, fall into parts that
// share no symbol; each is decided alone, and a part that did not change since the
// last time not at all (forest.go, decide.go). A part that did is tried in this order:
//
//  1. The latest conjuncts are evaluated under the models of the parts that they
//     joined; a part that joins an unsatisfiable one is unsatisfiable.
//  2. It is normalised (shape.go, normal.go), so that the same constraint over other
//     symbols has the same key, and looked up in the Cache.
//  3. Models that satisfied some of its conjuncts are evaluated (recall.go).
//  4. It is searched for a core that was unsatisfiable before.
//  5. The inner solver is asked, and what it says is remembered (ask.go).
//
// The value of a symbol is that in the model of its part. The failed assumptions are
// those that the core of an unsatisfiable part comes from.
//
// Keys do not depend on a process or store, and entries consist of bytes and numbers,
// so both may be sent elsewhere or kept in files; see [Config.Verify].
//
// # Sources
//
// Independent parts, and models and cores for subsets and supersets: Cadar, Dunbar and
// Engler, "KLEE: unassisted and automatic generation of high-coverage tests", OSDI
// 2008. Normal forms and their reuse across programs: Visser, Geldenhuys and Dwyer,
// "Green: reducing, reusing and recycling constraints in program analysis", FSE 2012.
// Slicing of symbolic states: Mrázek, Jonáš and Barnat, "SMT queries decomposition and
// caching in semi-symbolic model checking", ISSTA 2017.
//
// # Known limits
//
// The ordering capability is not passed on: an order ties all parts together.
// Unknown answers are not remembered. A constraint in which symbols can be exchanged
// may have several keys; that costs misses, never a wrong answer. Supersets of cores
// and subsets of satisfiable sets are found among the terms of one solver only, not
// across names. Numbers of symbols, some 60 bytes each, are never given back.
package cache
