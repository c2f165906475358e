// Package unsequenced finds what expressions do in no order: C11 6.5p2 leaves undefined what happens where an
// object is changed, and changed again or read for another purpose, and nothing says which comes first.
//
//	for _, c := range unsequenced.Find(def) {
//		// c.In evaluates c.A and c.B in no order: undefined if both are evaluated and are the same object
//	}
//
// # What has an order
//
// The operands of an operator are evaluated before its value is there, and those of a comma, of && and ||,
// and the condition of ?: before what comes after them. An assignment changes its object after both values
// are there, but not after the other changes that computing these makes. The arguments of a call are complete
// before the function runs; what functions do is in some order with the rest, which need not be known
// (6.5.2.2p10), and no part of this.
//
// # What may be the same object
//
// Names and their members are compared as they are written. Where a pointer or an index leads to one of them,
// [Conflict.Same] is false, and the addresses decide. Left out are objects of different types (6.5p7),
// different members of structures, bit-fields behind pointers, parts of unions that overlap, whole
// structures, and variables whose address is not taken. In a = b = c, which C leaves undefined if a and b are
// one object, both changes are the same one: that is left out, too.
package unsequenced
