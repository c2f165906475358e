// Package translated decides tasks about programs by transition systems made of them: what the engines pbmc,
// pdr and slab have in common. Such an engine gives [Decide] a function that decides the goals of a
// translation, and makes results of paths to goals by [Reached]:
//
//	return translated.Decide(ctx, "slab", t, opt, func(tr *fromcfa.Translation) (engine.Result, error) {
//		...
//		return translated.Reached(t, tr, path)
//	})
//
// What package fromcfa cannot translate is unknown, with its place. A proof rests on what the translation
// assumes, and holds for programs to which the numbers of threads make no difference.
package translated
