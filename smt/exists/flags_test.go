package exists_test

import "flag"

var rounds = flag.Int("rounds", 1, "factor on the number of random formulas")
