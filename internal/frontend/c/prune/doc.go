// Package prune finds out, without parsing them, which declarations of texts a program may need, so that only
// those are parsed. Parsing is what a small program would spend most of its time with: of a few hundred
// declarations in the headers and some hundred library models it needs a dozen.
//
//	part := prune.User(preamble, prune.Input{Name: "a.c", Entry: "main"}, text)
//	if part != nil {
//		needed, _ := part.Text("a.c") // text, with comments in the place of what is not needed
//	}
//
// A text is cut into its external declarations and directives (Cut), each with the names that it may declare.
// A selection is the closure of the names that one unit needs: what declares a name that something needed
// contains is needed, wherever and in whichever sense the name stands there. That errs on the side of too
// much, and what could hide a name, as pasting does, makes the whole text needed. Library models are cut into
// their declarations only if something is wanted that they may declare, which is seen at a glance.
package prune
