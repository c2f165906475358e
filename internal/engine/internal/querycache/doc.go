// Package querycache remembers answers to queries. One cache serves all goroutines of a run, and on request
// keeps its answers in a folder for later runs of the same program.
//
// # Main types
//
//	Cache    the answers; Get, Put, Reject
//	Config   the budget of memory; the folder, if there is one
//	Counts   what was asked, found, dropped
//
// # Example
//
//	c := querycache.Open(ctx, querycache.Config{Dir: dir, Program: digest, Warn: warn})
//	defer c.Close(ctx)
//	query := e.Append([]byte{querycache.Emptiness}, conj...) // package portable
//	if a, ok := c.Get(query); ok {
//		// decode and check a.Bytes
//	}
//	c.Put(query, answer)
//
// # Queries and answers
//
// Both are bytes, whose meaning is the caller's. A query is its normalised form in full: the byte of its
// kind, then its terms as package portable writes them, so that neither a term store nor names of symbols
// matter. Hashes only choose where to look: an answer is found only if all bytes of the query are the same.
//
// # Files
//
// A program is known by a digest, the identity of its files:
//
//	<identity>.cache              answers of all finished runs
//	<identity>-<random>.log       those that one run added, the journal of the run
//	<identity>-<random>.tmp       a file that is being made
//	<identity>.lock               is locked by the run that merges
//
// A run appends to a journal of its own only, so runs at the same time do not get in each other's way. At its
// end it merges the journals of runs that are over into the main file, which is written beside and renamed. A
// run that is killed leaves its journal, which later runs read, and the next one that merges removes. Whether
// the owner of a file is still there is told by a lock that the operating system gives up for a process that
// dies.
//
// # What a file is trusted for
//
// A header says how the file and the terms in it are written, which program it belongs to and which revision
// of the solver gave the answers; if one differs, the file is ignored, so that a wrong answer of an old
// solver is not kept for ever. Header and records carry a CRC-32C. What a killed run did not finish writing,
// the end of its journal, is dropped silently. A file with any other defect is ignored as a whole, with a
// warning, and replaced. A CRC finds accidents, not forgery: whoever can write to the folder can decide the
// verdict, as whoever can replace the binary. Therefore callers check what is cheap to check: a model is
// evaluated before it is believed. Cache.Reject is for answers that fail, and Config.Verify tells callers to
// find out all answers of earlier runs again.
//
// # Sources
//
// CRC-framed logs that are cut at the first incomplete record, and replacement by renaming, are what LevelDB
// and Bitcask do. Castagnoli, Bräuer and Herrmann, "Optimization of cyclic redundancy-check codes with 24 and
// 32 parity bits", 1993.
//
// # Known limits
//
// Where the operating system has no flock (Windows), a file counts as in use until a day after it was last
// written, so journals stay longer. The folder holds one main file for each program that was ever checked;
// removing any of them is always safe.
package querycache
