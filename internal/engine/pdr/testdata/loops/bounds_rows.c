// Cells of a matrix are counted row by row.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned rows = __VERIFIER_nondet_uint(), cells = 0, r, c;
	if (rows > 1000)
		return 0;
	for (r = 0; r < rows; r++)
		for (c = 0; c < 16; c++)
			cells++;
	if (cells != 16 * rows)
		reach_error();
	return 0;
}
