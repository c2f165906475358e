package term

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// The rewrite rules, one a line: the left side must be built as the right side,
// and both must mean the same as the left side without simplification, on all
// values at widths 1, 2, 3, 4 and 8 (three variables of 8 bits: on a sample).
//
// x, y, z are bit-vectors of the width w; p, q, r are Bool; a number n is the
// bit-vector n modulo 2^w, and n:k has k bits; min is the least signed and max the
// greatest signed number. Parameters of operators may be written w, w+k or w-k. A
// rule that needs a width starts with "w>=n:".
const rules = `
# Core
(not (not p))                       | p
(and p true)                        | p
(and p false)                       | false
(and p p)                           | p
(and p (not p))                     | false
(and q p)                           | (and p q)
(and p (and q r))                   | (and (and r q) p)
(and p (or p q))                    | p
(and p (or (not p) q))              | (and p q)
(and (not p) (or p q))              | (and (not p) q)
(and p (not (and p q)))             | (and p (not q))
(and p (not (and (not p) q)))       | p
(or p (not (or p q)))               | (or p (not q))
(or p true)                         | true
(or p false)                        | p
(or p p)                            | p
(or p (not p))                      | true
(or p (or q r))                     | (or r q p)
(or p (and p q))                    | p
(or p (and (not p) q))              | (or p q)
(or (not p) (and p q))              | (or (not p) q)
(and (= x 0) (= x 1))               | false
(and (= x 0) (not (= x 1)))         | (= x 0)
(or (not (= x 0)) (not (= x 1)))    | true
(or (= x 0) (not (= x 1)))          | (not (= x 1))
(=> p q)                            | (or q (not p))
(=> p p)                            | true
(xor p p)                           | false
(xor p (not p))                     | true
(xor p q)                           | (not (= p q))
(xor p false)                       | p
(xor p true)                        | (not p)
(= p p)                             | true
(= p true)                          | p
(= p false)                         | (not p)
(= p (not p))                       | false
(= (not p) (not q))                 | (= p q)
(= (not p) q)                       | (not (= q p))
(distinct p q)                      | (xor p q)
(distinct p q r)                    | false
(distinct x y x)                    | false
(distinct x y)                      | (not (= x y))
(ite true x y)                      | x
(ite false x y)                     | y
(ite p x x)                         | x
(ite (not p) x y)                   | (ite p y x)
(ite p true false)                  | p
(ite p false true)                  | (not p)
(ite p true q)                      | (or p q)
(ite p q false)                     | (and p q)
(ite p false q)                     | (and (not p) q)
(ite p q true)                      | (or (not p) q)
(ite p p q)                         | (or p q)
(ite p q p)                         | (and p q)
(ite p (not p) q)                   | (and (not p) q)
(ite p q (not p))                   | (or (not p) q)
(ite p q (not q))                   | (= p q)
(ite p (not q) q)                   | (not (= p q))
(ite p (ite p x y) z)               | (ite p x z)
(ite p x (ite p y z))               | (ite p x z)
(ite p x (ite (not p) y z))         | (ite p x y)
(ite p x (ite q x y))               | (ite (or p q) x y)
(ite p x (ite q y x))               | (ite (or p (not q)) x y)
(ite p (ite q x y) y)               | (ite (and p q) x y)
(ite p (ite q y x) y)               | (ite (and p (not q)) x y)
(ite (= x y) x y)                   | y
(ite (= x 1) 1 x)                   | x
w>=1: (ite (= (extract 0 0 x) 1:1) 1:1 0:1) | (extract 0 0 x)
w>=1: (ite (= (extract 0 0 x) 1:1) 0:1 1:1) | (bvnot (extract 0 0 x))

# Sums
(bvadd x 0)                         | x
(bvadd x y)                         | (bvadd y x)
(bvadd (bvadd x 1) 2)               | (bvadd x 3)
(bvadd (bvadd x 1) (bvadd y 2))     | (bvadd (bvadd x y) 3)
(bvadd (bvadd x 1) y)               | (bvadd (bvadd x y) 1)
(bvadd x (bvadd y 1))               | (bvadd (bvadd x y) 1)
(bvadd (bvsub x y) y)               | x
(bvadd y (bvsub x y))               | x
(bvadd x (bvneg y))                 | (bvsub x y)
(bvadd (bvneg x) y)                 | (bvsub y x)
(bvadd x (bvneg x))                 | 0
(bvadd x (bvnot x))                 | -1
(bvadd (bvsub 1 x) 2)               | (bvsub 3 x)
(bvadd (bvneg x) 1)                 | (bvsub 1 x)
(bvadd (bvnot x) 1)                 | (bvneg x)
(bvadd (bvsub 1 x) y)               | (bvadd (bvsub y x) 1)
(bvsub x x)                         | 0
(bvsub x 0)                         | x
(bvsub 0 x)                         | (bvneg x)
(bvsub x 1)                         | (bvadd x -1)
(bvsub x (bvneg y))                 | (bvadd x y)
(bvsub x (bvnot y))                 | (bvadd (bvadd x y) 1)
(bvsub x (bvadd x y))               | (bvneg y)
(bvsub x (bvadd y x))               | (bvneg y)
(bvsub (bvadd x y) x)               | y
(bvsub (bvadd x y) y)               | x
(bvsub x (bvsub x y))               | y
(bvsub (bvsub x y) x)               | (bvneg y)
(bvsub (bvadd x 3) (bvadd y 1))     | (bvadd (bvsub x y) 2)
(bvsub (bvadd x 3) y)               | (bvadd (bvsub x y) 3)
(bvsub x (bvadd y 1))               | (bvadd (bvsub x y) -1)
(bvsub 3 (bvadd y 1))               | (bvsub 2 y)
(bvsub x (bvsub 1 y))               | (bvadd (bvadd x y) -1)
(bvsub (bvsub 1 x) y)               | (bvsub 1 (bvadd x y))
(bvneg (bvneg x))                   | x
(bvneg (bvsub x y))                 | (bvsub y x)
(bvneg (bvnot x))                   | (bvadd x 1)
(bvneg (bvadd x 1))                 | (bvsub -1 x)
(bvneg (bvmul x 3))                 | (bvmul x -3)

# Products
(bvmul x 0)                         | 0
(bvmul x 1)                         | x
(bvmul x -1)                        | (bvneg x)
(bvmul x y)                         | (bvmul y x)
(bvmul (bvmul x 3) 5)               | (bvmul x 15)
(bvmul (bvneg x) 3)                 | (bvmul x -3)
(bvmul (bvadd x 1) 3)               | (bvadd (bvmul x 3) 3)

# Division
(bvudiv x 0)                        | -1
(bvudiv x 1)                        | x
w>=3: (bvudiv x 4)                  | (bvlshr x 2)
(bvurem x 0)                        | x
(bvurem x 1)                        | 0
(bvurem x x)                        | 0
(bvurem 0 x)                        | 0
w>=3: (bvurem x 4)                  | (bvand x 3)
w>=2: (bvsdiv x 1)                  | x
(bvsdiv x -1)                       | (bvneg x)
(bvsrem x x)                        | 0
(bvsrem 0 x)                        | 0
(bvsrem x 0)                        | x
(bvsrem x 1)                        | 0
(bvsrem x -1)                       | 0
(bvsmod x x)                        | 0
(bvsmod x 0)                        | x
(bvsmod x 1)                        | 0
(bvsmod x -1)                       | 0
(bvudiv (zero_extend 2 x) (zero_extend 2 y)) | (bvsdiv (zero_extend 2 x) (zero_extend 2 y))
(bvurem (zero_extend 2 x) (zero_extend 2 y)) | (zero_extend 2 (bvurem x y))
(bvurem (zero_extend 2 x) (zero_extend 2 y)) | (bvsrem (zero_extend 2 x) (zero_extend 2 y))
(bvurem (zero_extend 2 x) (zero_extend 2 y)) | (bvsmod (zero_extend 2 x) (zero_extend 2 y))
w>=2: (bvudiv (zero_extend 2 x) (zero_extend 2 3)) | (zero_extend 2 (bvudiv x 3))
w>=4: (bvsdiv x 4)                  | (sign_extend 2 (extract w-1 2 (bvadd x (zero_extend w-2 (sign_extend 1 (extract w-1 w-1 x))))))
w>=4: (= (bvsrem x 4) 0)            | (= (extract 1 0 x) 0:2)
w>=3: (= (bvsrem x 2) 1)            | (and (= (extract 0 0 x) 1:1) (not (= (extract w-1 w-1 x) 1:1)))
w>=4: (bvsmod x 4)                  | (bvand x 3)

# Bitwise
(bvand (ite p 1 0) (ite q 1 0))     | (ite (and p q) 1 0)
(bvand (ite p 1 0) (ite q 0 1))     | (ite (and p (not q)) 1 0)
(bvor (ite p 1 0) (ite q 1 0))      | (ite (or p q) 1 0)
(bvxor (ite p 1 0) (ite q 1 0))     | (ite (xor p q) 1 0)
(bvnot (bvnot x))                   | x
(bvnot (bvneg x))                   | (bvadd x -1)
(bvnot (bvadd x 1))                 | (bvsub -2 x)
(bvnot (bvsub 1 x))                 | (bvadd x -2)
(bvnot (bvxor x 1))                 | (bvxor x -2)
(bvand x x)                         | x
(bvand x 0)                         | 0
(bvand x -1)                        | x
(bvand x (bvnot x))                 | 0
(bvand x (bvor x y))                | x
(bvand x (bvand x y))               | (bvand x y)
w>=4: (bvand (bvand x 13) 7)        | (bvand x 5)
w>=4: (bvand x 3)                   | (zero_extend w-2 (extract 1 0 x))
w>=4: (bvand x 6)                   | (zero_extend w-3 (concat (extract 2 1 x) 0:1))
(bvand (zero_extend 4 x) (zero_extend 4 1)) | (zero_extend 4 (bvand x 1))
(bvor x x)                          | x
(bvor x 0)                          | x
(bvor x -1)                         | -1
(bvor x (bvnot x))                  | -1
(bvor x (bvand x y))                | x
(bvor x (bvor x y))                 | (bvor x y)
w>=4: (bvor (bvor x 1) 4)           | (bvor x 5)
(bvxor x x)                         | 0
(bvxor x 0)                         | x
(bvxor x -1)                        | (bvnot x)
(bvxor x (bvnot x))                 | -1
(bvxor (bvxor x y) x)               | y
(bvxor x (bvxor y x))               | y
(bvxor (bvxor x 1) 2)               | (bvxor x 3)
(bvxor (bvnot x) (bvnot y))         | (bvxor x y)
(bvxor (bvnot x) y)                 | (bvnot (bvxor x y))
(bvxor (bvxor x 1) y)               | (bvxor (bvxor x y) 1)
(bvxor (bvnot x) 1)                 | (bvxor x -2)
(bvnand x y)                        | (bvnot (bvand x y))
(bvnor x y)                         | (bvnot (bvor x y))
(bvxnor x y)                        | (bvnot (bvxor x y))
(bvor (concat x 0) (zero_extend w y))  | (concat x y)
(bvadd (concat x 0) (zero_extend w y)) | (concat x y)
(bvxor (zero_extend w y) (concat x 0)) | (concat x y)

# Shifts
(bvshl x 0)                         | x
(bvshl 0 x)                         | 0
w>=3: (bvshl x 2)                   | (concat (extract w-3 0 x) 0:2)
w>=3: (bvshl x w)                   | 0
(bvlshr x 0)                        | x
(bvlshr 0 x)                        | 0
w>=3: (bvlshr x 2)                  | (zero_extend 2 (extract w-1 2 x))
w>=3: (bvlshr x w)                  | 0
(bvashr x 0)                        | x
(bvashr 0 x)                        | 0
(bvashr -1 x)                       | -1
w>=3: (bvashr x 2)                  | (sign_extend 2 (extract w-1 2 x))
w>=3: (bvashr x w)                  | (sign_extend w-1 (extract w-1 w-1 x))
(bvashr (zero_extend 1 x) (zero_extend 1 y)) | (bvlshr (zero_extend 1 x) (zero_extend 1 y))
((_ rotate_left w) x)               | x
(rotate_left 1 (rotate_right 1 x))  | x
w>=2: (rotate_left 1 x)             | (concat (extract w-2 0 x) (extract w-1 w-1 x))

# Structure
(extract w-1 0 x)                   | x
(extract w-1 0 (concat x y))        | y
(extract w+w-1 w (concat x y))      | x
w>=2: (extract w 1 (concat x y))    | (concat (extract 0 0 x) (extract w-1 1 y))
w>=3: (extract 0 0 (extract 2 1 x)) | (extract 1 1 x)
(extract w-1 0 (zero_extend 3 x))   | x
(extract w+1 w (zero_extend 3 x))   | 0:2
w>=2: (extract w 1 (zero_extend 3 x)) | (zero_extend 1 (extract w-1 1 x))
(extract w-1 0 (sign_extend 3 x))   | x
w>=2: (extract w 1 (sign_extend 3 x)) | (sign_extend 1 (extract w-1 1 x))
(extract w+1 w (sign_extend 3 x))   | (sign_extend 1 (extract w-1 w-1 x))
(extract 0 0 (bvnot x))             | (bvnot (extract 0 0 x))
(extract 0 0 (bvand x 1))           | (extract 0 0 x)
(extract w-1 0 (bvadd (sign_extend 4 x) (sign_extend 4 y))) | (bvadd x y)
(extract w-1 0 (bvsub (zero_extend 4 x) (sign_extend 4 y))) | (bvsub x y)
(extract w-1 0 (bvmul (zero_extend 4 x) (zero_extend 4 y))) | (bvmul x y)
(extract w-1 0 (bvneg (zero_extend 4 x))) | (bvneg x)
w>=3: (extract 1 0 (bvmul x 4))     | 0:2
w>=3: (extract 1 0 (bvadd x (bvmul y 4))) | (extract 1 0 x)
w>=3: (extract 1 0 (bvadd (bvmul y 4) x)) | (extract 1 0 x)
w>=3: (extract 1 0 (bvsub x (bvmul y 4))) | (extract 1 0 x)
(extract 0 0 (ite p 1 2))           | (ite p 1:1 (extract 0 0 2))
(concat 0:2 x)                      | (zero_extend 2 x)
(concat (concat x y) z)             | (concat x (concat y z))
(concat 1:2 (concat 2:2 x))         | (concat 6:4 x)
(concat (concat x 1:2) 2:2)         | (concat x 6:4)
(concat (zero_extend 2 x) y)        | (zero_extend 2 (concat x y))
(concat 1:1 (zero_extend 2 x))      | (concat 4:3 x)
w>=3: (concat (extract 2 1 x) (extract 0 0 x)) | (extract 2 0 x)
w>=4: (concat (extract 3 2 x) (concat (extract 1 1 x) y)) | (concat (extract 3 1 x) y)
(zero_extend 0 x)                   | x
(zero_extend 1 (zero_extend 2 x))   | (zero_extend 3 x)
(sign_extend 0 x)                   | x
(sign_extend 1 (sign_extend 2 x))   | (sign_extend 3 x)
(sign_extend 1 (zero_extend 2 x))   | (zero_extend 3 x)
(zero_extend 2 (ite p 1 0))         | (ite p (zero_extend 2 1) (zero_extend 2 0))
(sign_extend 2 (ite p 1 0))         | (ite p (sign_extend 2 1) (sign_extend 2 0))
(repeat 2 x)                        | (concat x x)

# Equality
(= x x)                             | true
(= y x)                             | (= x y)
(= 1 x)                             | (= x 1)
(= 0 1)                             | false
w>=2: (= (bvadd x 1) 3)             | (= x 2)
w>=2: (= (bvsub 1 x) 3)             | (= x -2)
(= (bvsub x y) 0)                   | (= x y)
(= (bvxor x y) 0)                   | (= x y)
(= (bvneg x) 1)                     | (= x -1)
(= (bvnot x) 1)                     | (= x -2)
(= (bvxor x 1) 2)                   | (= x 3)
w>=3: (= (bvmul x 3) 3)             | (= x 1)
w>=3: (= (bvmul x 2) 1)             | false
w>=3: (= (bvmul x 2) 2)             | (= (extract w-2 0 x) (extract w-2 0 1))
w>=3: (= (bvmul x 2) (bvmul y 2))   | (= (extract w-2 0 x) (extract w-2 0 y))
w>=2: (= (bvmul x 3) (bvmul y 3))   | (= x y)
w>=3: (= (bvmul x 6) (bvmul y 6))   | (= (extract w-2 0 x) (extract w-2 0 y))
(= (ite p x y) x)                   | (or p (= x y))
(= (ite p x y) y)                   | (or (not p) (= x y))
w>=3: (= (bvand x 5) 2)             | false
w>=3: (= (bvor x 5) 2)              | false
(= (bvadd x y) x)                   | (= y 0)
(= (bvadd x y) y)                   | (= x 0)
(= (bvsub x y) x)                   | (= y 0)
(= (bvxor x y) y)                   | (= x 0)
(= x (bvnot x))                     | false
(= (bvadd x y) (bvadd x z))         | (= y z)
(= (bvadd x 1) (bvadd y 3))         | (= (bvadd y 2) x)
(= (bvnot x) (bvnot y))             | (= x y)
(= (bvneg x) (bvneg y))             | (= x y)
(= (concat x y) (concat 1 2))       | (and (= x 1) (= y 2))
(= (zero_extend 2 x) (zero_extend 2 1)) | (= x 1)
(= (concat x y) (concat y z))       | (and (= x y) (= y z))
(= (zero_extend 2 x) (zero_extend 2 y)) | (= x y)
(= (zero_extend 2 x) (concat 1:2 0)) | false
(= (sign_extend 2 x) (sign_extend 2 y)) | (= x y)
(= (sign_extend 2 x) (sign_extend 2 1)) | (= x 1)
(= (sign_extend 2 x) (concat 1:2 0)) | false
w>=2: (= (ite p 1 0) 1)             | p
w>=2: (= (ite p 1 0) 0)             | (not p)
w>=2: (= (ite p 1 0) 2)             | false
w>=2: (= (ite p 1 x) 1)             | (or p (= x 1))
w>=2: (= (ite p 1 x) 2)             | (and (not p) (= x 2))
(= (extract 0 0 x) 0:1)             | (not (= (extract 0 0 x) 1:1))
(bvcomp x y)                        | (ite (= x y) 1:1 0:1)

# Order
(bvule x y)                         | (not (bvult y x))
(bvugt x y)                         | (bvult y x)
(bvuge x y)                         | (not (bvult x y))
(bvsle x y)                         | (not (bvslt y x))
(bvsgt x y)                         | (bvslt y x)
(bvsge x y)                         | (not (bvslt x y))
(bvult x x)                         | false
(bvult x 0)                         | false
(bvult -1 x)                        | false
(bvult 0 x)                         | (not (= x 0))
(bvult x 1)                         | (= x 0)
(bvult x -1)                        | (not (= x -1))
(bvult -2 x)                        | (= x -1)
(bvult (bvnot x) (bvnot y))         | (bvult y x)
(bvult (zero_extend 2 x) (zero_extend 2 y)) | (bvult x y)
(bvult (sign_extend 2 x) (sign_extend 2 y)) | (bvult x y)
(bvult (zero_extend 2 x) (concat 1:2 0)) | true
(bvult (concat 1:2 0) (zero_extend 2 x)) | false
w>=3: (bvult (zero_extend 2 x) (zero_extend 2 3)) | (bvult x 3)
w>=3: (bvult (zero_extend 2 3) (zero_extend 2 x)) | (bvult 3 x)
(bvult (concat x y) (concat x z))   | (bvult y z)
(bvult (concat y x) (concat z x))   | (bvult y z)
w>=2: (bvult (ite p 1 3) 2)         | p
(bvslt x x)                         | false
(bvslt x min)                       | false
(bvslt max x)                       | false
w>=2: (bvslt min x)                 | (not (= x min))
w>=2: (bvslt x max)                 | (not (= x max))
(bvslt (bvnot x) (bvnot y))         | (bvslt y x)
(bvslt (sign_extend 2 x) (sign_extend 2 y)) | (bvslt x y)
(bvslt (zero_extend 2 x) (zero_extend 2 y)) | (bvult x y)
w>=3: (bvslt (sign_extend 2 x) (sign_extend 2 -2)) | (bvslt x -2)
w>=3: (bvslt (sign_extend 2 -2) (sign_extend 2 x)) | (bvslt -2 x)
(bvslt (sign_extend 2 x) (concat 1:2 0)) | true
(bvslt (concat 1:2 0) (sign_extend 2 x)) | false
(bvslt (zero_extend 2 x) (concat 2:2 0)) | false
(bvslt (concat 2:2 0) (zero_extend 2 x)) | true
w>=3: (bvslt (zero_extend 2 x) (zero_extend 2 3)) | (bvult x 3)
w>=3: (bvslt (ite p 1 -3) 0)        | (not p)

# Overflow
(bvnego x)                          | (= x min)
(bvusubo x y)                       | (bvult x y)
(bvsdivo x y)                       | (and (= x min) (= y -1))
(bvuaddo x 0)                       | false
w>=3: (bvuaddo x 3)                 | (bvult -4 x)
(bvuaddo (zero_extend 1 x) (zero_extend 1 y)) | false
w>=3: (bvsaddo x 3)                 | (bvslt (bvsub max 3) x)
w>=3: (bvsaddo x -3)                | (bvslt x (bvsub min -3))
(bvsaddo (sign_extend 1 x) (sign_extend 1 y)) | false
(bvssubo x x)                       | false
(bvssubo (sign_extend 1 x) (sign_extend 1 y)) | false
w>=3: (bvssubo x 3)                 | (bvslt x (bvadd min 3))
(bvumulo x 0)                       | false
(bvumulo x 1)                       | false
w>=3: (bvumulo x 3)                 | (bvult (bvudiv -1 3) x)
(bvumulo (zero_extend w x) (zero_extend w y)) | false
(bvsmulo x 0)                       | false
w>=2: (bvsmulo x 1)                 | false
(bvsmulo x -1)                      | (= x min)
(bvsmulo (sign_extend w x) (sign_extend w y)) | false
`

// ruleReader reads one side of a rule at one width.
type ruleReader struct {
	s    *Store
	w    int
	toks []string
}

func (r *ruleReader) next() string {
	tok := r.toks[0]
	r.toks = r.toks[1:]
	return tok
}

// number reads n, w, w+k, w-k and sums of them.
func (r *ruleReader) number(tok string) (int, bool) {
	total, sign := 0, 1
	for tok != "" {
		switch {
		case tok[0] == '+':
			sign, tok = 1, tok[1:]
		case tok[0] == '-':
			sign, tok = -1, tok[1:]
		}
		end := strings.IndexAny(tok, "+-")
		if end < 0 {
			end = len(tok)
		}
		if tok[:end] == "w" {
			total += sign * r.w
		} else if n, err := strconv.Atoi(tok[:end]); err == nil {
			total += sign * n
		} else {
			return 0, false
		}
		tok = tok[end:]
	}
	return total, true
}

func (r *ruleReader) pair() pair {
	s := r.s
	one := func(t Term) pair { return pair{t, t} }
	switch tok := r.next(); tok {
	case "(":
		return r.application()
	case "x", "y", "z":
		return one(s.Symbol(tok, BitVec(r.w)))
	case "p", "q", "r":
		return one(s.Symbol(tok, Bool))
	case "true", "false":
		return one(s.Bool(tok == "true"))
	case "min":
		return one(s.BV(r.w, 1<<(r.w-1)))
	case "max":
		return one(s.BV(r.w, 1<<(r.w-1)-1))
	default:
		width := r.w
		if v, k, ok := strings.Cut(tok, ":"); ok {
			tok = v
			width, _ = strconv.Atoi(k)
		}
		n, ok := r.number(tok)
		if !ok {
			panic("rule: " + tok)
		}
		return one(s.BV(width, uint64(n)))
	}
}

func (r *ruleReader) application() pair {
	name := r.next()
	indexed := name == "(" // ((_ op n) x)
	if indexed {
		r.next()
		name = r.next()
	}
	op := OpNone
	for o := OpNot; o <= OpBVSDivO; o++ {
		if o.String() == name {
			op = o
		}
	}
	var params []int
	for range op.NumParams() {
		n, _ := r.number(r.next())
		params = append(params, n)
	}
	if indexed {
		r.next()
	}
	var raws, builts []Term
	for r.toks[0] != ")" {
		p := r.pair()
		raws, builts = append(raws, p.raw), append(builts, p.built)
	}
	r.next()
	return pair{r.s.MkRaw(op, params, raws...), r.s.Mk(op, params, builts...)}
}

func readRule(s *Store, w int, text string) pair {
	text = strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text)
	return (&ruleReader{s: s, w: w, toks: strings.Fields(text)}).pair()
}

func TestRules(t *testing.T) {
	for _, line := range strings.Split(rules, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		least := 1
		if rest, ok := strings.CutPrefix(line, "w>="); ok {
			n, body, _ := strings.Cut(rest, ":")
			least, _ = strconv.Atoi(n)
			line = strings.TrimSpace(body)
		}
		left, right, ok := strings.Cut(line, "|")
		if !ok {
			t.Fatalf("no rule: %s", line)
		}
		for _, w := range []int{1, 2, 3, 4, 8} {
			if w >= least {
				proveRule(t, w, left, right)
			}
		}
	}
}

func proveRule(t *testing.T, w int, left, right string) {
	s := NewStore()
	for _, name := range []string{"x", "y", "z"} { // handles in the order of the names
		s.Symbol(name, BitVec(w))
	}
	for _, name := range []string{"p", "q", "r"} {
		s.Symbol(name, Bool)
	}
	l, r := readRule(s, w, left), readRule(s, w, right)
	if l.built != r.built {
		t.Errorf("width %d: %s is built as %s, want %s", w, left, s.String(l.built), s.String(r.built))
	}
	vars := s.Symbols(l.raw, r.raw)
	bits := 0
	for _, x := range vars {
		bits += max(1, s.Sort(x).Width())
	}
	var u *truth
	if bits <= 16 {
		u = exhaust(s, vars...)
	} else {
		u = sample(s, rand.New(rand.NewPCG(1, 2)), 1<<14, vars)
	}
	for _, p := range []pair{l, r} {
		if d := u.differ(p.raw, p.built, vars); d != "" {
			t.Errorf("width %d: %s", w, d)
		}
	}
	if d := u.differ(l.raw, r.raw, vars); d != "" {
		t.Errorf("width %d: no identity: %s", w, d)
	}
}

// sample gives the variables random values, often the same or extreme ones.
func sample(s *Store, rng *rand.Rand, rows int, vars []Term) *truth {
	u := newTruth(s, rows)
	for _, x := range vars {
		u.columns[x] = make([]uint64, rows)
	}
	for i := range rows {
		last := uint64(0)
		for _, x := range vars {
			m := uint64(1)<<max(1, s.Sort(x).Width()) - 1
			v := rng.Uint64()
			switch rng.IntN(6) {
			case 0:
				v = last
			case 1:
				v = last + uint64(rng.IntN(3)) - 1
			case 2:
				v = uint64(rng.IntN(3)) - 1
			case 3:
				v = (m+1)/2 + uint64(rng.IntN(3)) - 1
			}
			last = v & m
			u.columns[x][i] = last
		}
	}
	return u
}

func ExampleStore_String() {
	s := NewStore()
	x := s.Symbol("x", BitVec(8))
	fmt.Println(s.String(s.Eq(s.BVAdd(x, s.BV(8, 1)), s.BV(8, 3))))
	// Output: (= x #x02)
}
