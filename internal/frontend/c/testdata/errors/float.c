double d = 1.5;
float unused(float x) { return x * 2; }
int main(void)
{
	double a = 2, b;
	int i = 3.7;
	b = a; // only moved
	d = 1.5 * 2;
	if (i > 3) {
		b = a + d; // want unsupported: floating-point arithmetic
	} else {
		i = b; // want unsupported: floating-point conversion from double to int
	}
	return i;
}
