// Package reach is the CPA+ algorithm: reachability for any configurable program analysis (D. Beyer, T. A.
// Henzinger, G. Théoduloz, "Program Analysis with Dynamic Precision Adjustment", ASE 2008; V. Kolesnykov,
// "SMT-based Model Checking of Concurrent Programs", 2020, Listing 2.1). It knows nothing of programs.
package reach
