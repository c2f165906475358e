package witness

// Correctness makes the content of a correctness witness: a set of invariants,
// which may be empty.
func Correctness() *Entry {
	return &Entry{Type: InvariantSet, Metadata: Metadata{FormatVersion: Version20}}
}
