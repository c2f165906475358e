// Command library decides a formula of SMT-LIB with the packages of whittle that are useful on their own:
// term, smt, smt/lib and smt/native. Symbols are declared by NAME=SORT.
//
//	$ go run ./examples/library 'x=(_ BitVec 8)' '(and (bvult x #x10) (= (bvmul x x) #x51))'
//	sat
//	x = #x09
//
// With -script it prints the question for another solver instead of deciding it.
package main
