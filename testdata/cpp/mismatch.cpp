// Objects that are made by new and by new[], and end as they were made: with delete and with delete[]. If it is
// broken, some inputs swap them.
//
// right: true valid-free
// broken: false(valid-free)
extern "C" int __VERIFIER_nondet_int();

int main() {
	int n = __VERIFIER_nondet_int();
	int *one = new int, *two = new int[2];
	int *first = n > 0 ? one : two;
	int *second = n > 0 ? two : one;
#ifdef BROKEN
	if (n == 7) {
		first = two;
		second = one;
	}
#endif
	if (n > 0) {
		delete first;
		delete[] second;
	} else {
		delete[] first;
		delete second;
	}
}
