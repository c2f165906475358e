// Package randsystem makes small random transition systems, with which tests compare engines with an
// enumeration of all states. The system of a seed is always the same.
//
//	sys := randsystem.New(seed)
//	reached, err := randsystem.Reached(sys)
//
// The variables are Bool or bit-vectors of two or three bits; transitions are guarded assignments, relations
// and mixtures of both, with inputs.
package randsystem
