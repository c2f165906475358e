package randscript

// Logic says what a script may have.
type Logic struct {
	Name       string // for set-logic, but with bit-vectors
	Int, Real  bool
	Difference bool // atoms compare two variables and a constant
	Functions  bool
	Sorts      bool // an uninterpreted sort
	Arrays     bool // over the numbers or the uninterpreted sort
	Words      bool // bit-vectors, and conversions to and from Int
}

// Logics returns the logics that scripts are made of.
func Logics() []Logic {
	return []Logic{
		{Name: "QF_LRA", Real: true},
		{Name: "QF_LIA", Int: true},
		{Name: "QF_LIRA", Int: true, Real: true},
		{Name: "QF_RDL", Real: true, Difference: true},
		{Name: "QF_IDL", Int: true, Difference: true},
		{Name: "QF_UF", Functions: true, Sorts: true},
		{Name: "QF_UFLRA", Real: true, Functions: true},
		{Name: "QF_UFLIA", Int: true, Functions: true},
		{Name: "QF_UFIDL", Int: true, Difference: true, Functions: true},
		{Name: "QF_ALIA", Int: true, Arrays: true},
		{Name: "QF_AX", Sorts: true, Arrays: true},
		{Name: "QF_AUFLIA", Int: true, Functions: true, Sorts: true, Arrays: true},
		{Name: "AUFBVLIRA", Int: true, Real: true, Functions: true, Sorts: true, Arrays: true, Words: true},
		{Name: "AUFBVLIA", Int: true, Functions: true, Arrays: true, Words: true},
	}
}
