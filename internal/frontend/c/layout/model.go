package layout

// Model is a data model: the sizes of C's basic types.
type Model uint8

// The data models: those of gcc on x86-64 and, with -m32, on i386.
const (
	LP64 Model = iota
	ILP32
)

// String returns "LP64" or "ILP32".
func (m Model) String() string {
	if m == ILP32 {
		return "ILP32"
	}
	return "LP64"
}

// PtrSize returns the size of a pointer in bytes.
func (m Model) PtrSize() uint64 {
	if m == ILP32 {
		return 4
	}
	return 8
}
