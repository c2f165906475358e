// Package pbmc repeats the evaluation of "PBMC: Symbolic Program Slicing for Program Verification" (H.
// Saissi, P. Bokor, N. Suri): the programs of table 1 and figure 2, decided with and without projections.
package pbmc
