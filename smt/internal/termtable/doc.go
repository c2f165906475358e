// Package termtable gives terms of a store numbers, for passes over terms that remember something of each.
//
//	var seen termtable.Table
//	seen.Set(t, 1)
//	fmt.Println(seen.Get(t), seen.Get(u)) // 1 0
//
// A number is 32 bits; 0 is that of a term without one.
package termtable
