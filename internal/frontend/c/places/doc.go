// Package places finds what files about a program, such as witnesses, can name in its text: statements,
// conditions and calls with their places, and the variables that are in scope there.
//
//	found, err := places.Find(ctx, config, files)
//	for _, s := range found.Stmts {
//		v := s.Vars.Lookup("x") // the variable x, as the statement sees it
//	}
//
// A place counts lines and characters as people do; begin and end are also in the terms of traces.
package places
