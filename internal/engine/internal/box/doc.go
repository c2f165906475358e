// Package box has sets of bit-vectors between unsigned and signed bounds, the operations of terms on them,
// and sets of truth values.
package box
