// Package axioms decides whether one concrete execution graph is allowed by a memory model. It knows nothing
// of programs, solvers or searches: it is what a counterexample in a weak memory model is judged by, so it is
// kept small enough to be read at one sitting.
//
//	err := axioms.Check(axioms.RC11, &graph) // nil: the model allows it
//
// A graph has the events of all threads in program order (sequenced-before, sb), for each read the write that
// it reads from (rf), and for each place the order of its writes (coherence or modification order, mo). What
// is derived: from-read (rb), which orders a read before the writes that overwrite what it read; and eco, the
// transitive closure of rf, mo and rb.
//
// The models are
//
//   - SC: Lamport 1979, in the axiomatic form of Alglave, Maranget and Tautschnig, "Herding Cats" (TOPLAS
//     2014, section 3);
//   - TSO: Owens, Sarkar and Sewell, "A better x86 memory model: x86-TSO" (TPHOLs 2009), in the form of
//     Herding Cats, section 4.2; PSO: the same without the order of writes to different places;
//   - RC11: Lahav, Vafeiadis, Kang, Hur and Dreyer, "Repairing sequential consistency in C/C++11" (PLDI
//     2017, section 3), with the release sequences of C++20 (P0982), which leave later writes of the same
//     thread out.
//
// An atomic read-modify-write is two events with an axiom for the pair: nothing comes between them in mo.
package axioms
