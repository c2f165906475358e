package lib

import (
	"fmt"
	"math/big"

	"whittle.dev/term"
)

// overflow writes an overflow predicate of SMT-LIB 2.7 in the words of 2.6, on operands of w bits; "" for
// other operators. Sums and products are computed with enough bits, and the predicate says that the result
// does not fit. Names that begin with ? occur nowhere else in what a Writer writes inside of terms.
func overflow(op term.Op, a []string, w int) string {
	least := func() string { return term.BVValueBig(w, new(big.Int).Lsh(big.NewInt(1), uint(w-1))).String() }
	wide := func(fn, extend string, by int) string {
		return fmt.Sprintf("(%s ((_ %s %d) %s) ((_ %s %d) %s))", fn, extend, by, a[0], extend, by, a[1])
	}
	// signed says that the sign bit of a sum does not agree with the bit above.
	signed := func(sum string) string {
		return fmt.Sprintf("(let ((?r %s)) (distinct ((_ extract %d %d) ?r) ((_ extract %d %d) ?r)))", sum, w,
			w, w-1, w-1)
	}
	switch op {
	case term.OpBVNegO:
		return fmt.Sprintf("(= %s %s)", a[0], least())
	case term.OpBVUAddO:
		return fmt.Sprintf("(= ((_ extract %d %d) %s) #b1)", w, w, wide("bvadd", "zero_extend", 1))
	case term.OpBVSAddO:
		return signed(wide("bvadd", "sign_extend", 1))
	case term.OpBVUSubO:
		return fmt.Sprintf("(bvult %s %s)", a[0], a[1])
	case term.OpBVSSubO:
		return signed(wide("bvsub", "sign_extend", 1))
	case term.OpBVUMulO:
		return fmt.Sprintf("(distinct ((_ extract %d %d) %s) %s)", 2*w-1, w, wide("bvmul", "zero_extend", w),
			term.BVValue(w, 0))
	case term.OpBVSMulO:
		return fmt.Sprintf("(let ((?r %s)) (distinct ?r ((_ sign_extend %d) ((_ extract %d 0) ?r))))",
			wide("bvmul", "sign_extend", w), w, w-1)
	case term.OpBVSDivO:
		return fmt.Sprintf("(and (= %s %s) (= %s %s))", a[0], least(), a[1],
			term.BVValueBig(w, big.NewInt(-1)))
	}
	return ""
}

// powerOfTwo returns 2^n as a numeral.
func powerOfTwo(n int) string { return new(big.Int).Lsh(big.NewInt(1), uint(n)).String() }
