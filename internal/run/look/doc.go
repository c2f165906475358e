// Package look reads off the text of a program what excludes violations, before an engine is asked: which
// properties nothing in it could violate, what keeps accesses apart, and the order in which locks are taken.
// That takes milliseconds and no exploration. Where it rests on valid accesses, and the values in the program
// do not show that they are, a proof of that comes last, since it is most of the work.
package look
