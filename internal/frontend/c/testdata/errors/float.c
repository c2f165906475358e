long double d;
long double unused(long double x) { return x * 2; }
int main(void)
{
	long double a = d, b;
	int i = 3.7;
	b = a; // only moved
	if (i > 3) {
		b = a + d; // want unsupported: arithmetic on long double
	} else {
		i = b; // want unsupported: floating-point conversion from long double to int
	}
	return i;
}
