// Package addresses finds what of a program depends on where its objects lie.
//
// The interpreter and the engines give each object a region of its own, in the order in which objects are
// made, at the start of a large power of two. That is one of many layouts, and C leaves the choice to the
// environment. [Free] returns a program in which each result that could differ in another layout is an input:
// what holds in all executions of that program holds whatever the layout is. A violation of it may combine
// results that no single layout gives; whoever finds one looks for a layout in which the original program has
// it.
//
//	free, err := addresses.Free(ctx, p)
//	if free != p {
//		// something is observed: prove properties of free, replay violations on p
//	}
//
// # What is observed
//
// A value is *plain*, or it may be the address of an object: then it is a base, which the layout chooses, and
// an offset, which it does not. Moving an address, adding a number to it, comparing it with null, accessing
// memory through it and looking at the bits below the alignment of its object are the same in all layouts. So
// are the difference and the order of addresses in one object, and whether addresses of two objects that live
// are equal, unless one points after the end of its object. These are observed:
//
//	order, difference         of addresses in two objects
//	bits, products, ...       everything else that is computed with the number of an address
//	equality                  with a number that is not null; with the end of another object; of an address
//	                          whose object may be gone and one of an object that was made later; of literals
//
// Addresses in the first and the last page are no objects' in any layout.
//
// The question whether an address belongs to the same object is asked in the program that is made, where
// regions tell (two addresses of one region are of one object), so the analysis need not know. What a
// register may hold comes from the points-to analysis, whose assumptions are those of this one.
//
// A comparison has an input of its own each time. [Orders] fixes the order of a few static objects instead.
//
// # Objects in the place of others
//
// An allocation may get the address of an object that was freed before it. Where an equality could tell, an
// input decides it, with Havoc.Gone: it is false unless one of the addresses is that of an object that is
// gone. For objects of the heap with equal offsets there is Alloc.Reuse on the allocation, too, and
// Havoc.Stale on the input: an engine that tries the addresses takes false for the input, and one that does
// not proves a little more than it has to.
//
// # Arrays of pointers beside numbers
//
// An address that is stored at an index that is not followed may, for all that the points-to analysis knows,
// lie across an int beside the array, and what is read at an index of an array of characters may be a part of
// the pointer after it. Then each int and each character there would be a part of an address. Where that
// would make an input, only the executions are looked at in which it does not occur (pointsto.Result.Beside),
// and before each such access stands a check: the others end in cfa.Unsupported.
//
// # Waiting
//
// Whether a thread may go on at an Await is decided by what its section has read until there, without inputs.
// So an input there is taken before the section.
//
// # Known limits
//
// Bytes of addresses that the program copies one by one are taken to be put together as they were. Numbers
// that are inputs are not tested for equality with addresses in all layouts when memory may hold either. A
// variable of a structure without members, which GNU C allows, has one byte here, so no other object has its
// address.
package addresses
