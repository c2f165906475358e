// Package compiled makes programs of C for tests. What cannot be compiled ends the test.
//
//	p := compiled.Program(t, c.Config{Files: []string{"testdata/loop.c"}, Property: property.UnreachCall})
//	q := compiled.Passed(t, compiled.File("a.c", text))
package compiled
