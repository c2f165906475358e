// Package digest says of two programs whether they are the same to the last edge, wherever they stand in
// their files. What was found out about one then holds for the other, once each place is exchanged for its
// counterpart:
//
//	old, err := digest.Of(before)
//	now, err := digest.Of(after)
//	same := old.Sum == now.Sum
//	place := now.Places[i] // that of old.Places[i]
//
// The digest is taken of all that the types of package cfa hold, texts for people included, and of nothing
// else: names of files and numbers of terms make no difference.
package digest
