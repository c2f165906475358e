// Package ids finds whether a program looks at the ids of its threads as numbers.
//
// Ids are numbers in the order in which an execution creates its threads. An engine that gives threads other
// numbers looks at all executions only if the program does nothing with ids for which the numbers matter.
//
//	pos, observed, err := ids.Observed(ctx, p)
package ids
