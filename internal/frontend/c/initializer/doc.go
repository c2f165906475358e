// Package initializer distributes brace-enclosed initialisers over objects: C11 section 6.7.9 with GNU
// ranges.
//
//	w := initializer.New(types, eval, t, n)
//	for _, item := range w.Items { ... } // what is stored where
//
// It works on our own layout. An [Image] is what an object of static storage duration holds as bytes. The
// designated ranges of one initialiser stand for 262144 elements at most.
package initializer
