package c_test

import (
	"testing"

	"whittle.dev/internal/frontend/c"
)

// TestMathFunctions looks at the functions whose results are exact, or rounded once. What the program prints
// are the lines of its checks that fail.
func TestMathFunctions(t *testing.T) {
	for _, model := range []c.DataModel{c.LP64, c.ILP32} {
		if got := outputOf(t, model, mathProgram); got != "" {
			t.Errorf("these lines fail:\n%s", got)
		}
	}
}

const mathProgram = `#include <fenv.h>
#include <math.h>
#include <stdio.h>
#define IS(x) if (!(x)) printf("%d\n", __LINE__)
int main(void)
{
	int e;
	double w;
	float wf;
	IS(floor(-2.5) == -3 && floorf(2.5f) == 2 && ceil(-2.5) == -2 && ceilf(2.25f) == 3 &&
		trunc(-2.5) == -2 && truncf(2.5f) == 2);
	IS(round(-2.5) == -3 && roundf(2.5f) == 3 && rint(2.5) == 2 && rintf(3.5f) == 4 &&
		nearbyint(0.5) == 0 && nearbyintf(1.5f) == 2);
	IS(lround(2.5) == 3 && lroundf(-2.5f) == -3 && llround(0.49999999999999994) == 0 &&
		llroundf(1e6f) == 1000000);
	IS(lrint(2.5) == 2 && lrintf(3.5f) == 4 && llrint(-1.5) == -2 && llrintf(-0.5f) == 0);
	IS(fabs(-1.5) == 1.5 && fabsf(-1.5f) == 1.5f && sqrt(2.25) == 1.5 && sqrtf(6.25f) == 2.5f &&
		isnan(sqrt(-1)));
	IS(copysign(3, -0.0) == -3 && copysignf(-3, 1) == 3 && fmin(1, NAN) == 1 && fminf(2, 1) == 1 &&
		fmax(NAN, 2) == 2 && fmaxf(2, 1) == 2);
	IS(fdim(3, 1) == 2 && fdimf(1, 3) == 0 && fmod(10.5, 3) == 1.5 && fmodf(-10.5f, 3) == -1.5f &&
		isnan(fmod(1, 0)));
	IS(frexp(-12, &e) == -0.75 && e == 4 && frexpf(0.25f, &e) == 0.5f && e == -1);
	IS(modf(-3.5, &w) == -0.5 && w == -3 && modff(2.25f, &wf) == 0.25f && wf == 2);
	IS(ldexp(3, 4) == 48 && ldexpf(3, -1) == 1.5f && scalbn(1, -1074) > 0 &&
		scalbnf(1, 200) == INFINITY && scalbln(1, 2) == 4 && scalblnf(1, 3) == 8);
	IS(nextafter(1, 2) > 1 && nextafterf(1, 0) < 1 && isnan(nan("")) && isnan(nanf("")));
	IS(isinf(-INFINITY) && !isfinite(HUGE_VAL) && signbit(-0.0) && isnormal(1.0) &&
		fpclassify(1e-310) == FP_SUBNORMAL && isless(1, 2.5));
	IS(feclearexcept(FE_ALL_EXCEPT) == 0 && fesetround(FE_TONEAREST) == 0 &&
		fegetround() == FE_TONEAREST);
}
`
