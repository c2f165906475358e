package exists_test

import "flag"

var (
	rounds  = flag.Int("rounds", 1, "factor on the number of random formulas")
	compare = flag.Bool("compare", false, "ask z3 and cvc5 as well and print their times")
)
