// Package settle fills in what a task leaves open, and loads the program or the system that it is about.
//
//	r, err := settle.Task{Files: []string{"prog.c"}}.Settle()
//	if err != nil {
//		return err // an *InputError: a missing file, contradictory settings
//	}
//	prog, diags, err := settle.Load(ctx, r)
//
// A Task comes from flags. What a task definition, a property file or a compilation database says is added
// to it, and must not contradict it; a formula of temporal logic is parsed. The Settled task says what is
// decided (Asked), what the program is lowered for (Lowering), and how the front end is configured (Config).
package settle
