// Package verdicts keeps in a folder what was found out about programs, for later runs. What is kept is bytes
// under a key, which is a digest of all that they depend on:
//
//	s, err := verdicts.Open(dir)
//	if data, ok := s.Get(key); ok {
//		// decode data
//	}
//	err = s.Put(key, data)
//
// # Files
//
// Each entry is a file of its own, in a folder named by the first byte of the key. It begins with a line that
// says which format it has, and the SHA-256 of the key and of what follows: an entry that was damaged, or
// stands under another name, counts as none. A file is written beside and renamed. So runs at the same time
// do not get in each other's way, and one that is killed leaves nothing but a file that Trim removes.
//
// The time of an entry is that of its last use, give or take an hour. Trim removes the entries that were not
// used for longest until what is left fits; Put does that once a day.
//
// # What a file is trusted for
//
// A checksum finds accidents, not forgery: whoever can write to the folder decides what later runs say, as
// whoever can replace the binary does.
package verdicts
