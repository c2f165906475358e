// Package limits ends a run when its time or its memory is used up, and in time even where a part of it does
// not look at its context.
package limits
