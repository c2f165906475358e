package modular_test

// deep are programs like those, which take longer.
var deep = []program{
	{"what was read while nobody wrote belongs together", `unsigned version;
void *thread(void *arg)
{
	unsigned v = version;
	if (v % 2 || v > 100000) return 0;
	if (__VERIFIER_nondet_int()) {
		int n = __VERIFIER_nondet_int();
		if (!__sync_bool_compare_and_swap(&version, v, v + 1)) return 0;
		x = n;
		y = n;
		version = v + 2;
		return 0;
	}
	int a = x, b = y;
	if (version == v && a != b) reach_error();
	return 0;
}`, true},
	{"one more may not fit into an int", `void *thread(void *arg)
{
	int rest = __VERIFIER_nondet_int();
	acquire();
	x = 1;
	for (; rest > 0; rest--)
		x++;
	if (x < 0) reach_error();
	release();
	return 0;
}`, false},
	{"a permit is given back twice", `int permits = 3, inside;
void *thread(void *arg)
{
	acquire();
	if (permits == 0) {
		release();
		return 0;
	}
	permits--;
	release();
	__atomic_fetch_add(&inside, 1, __ATOMIC_SEQ_CST);
	if (inside > 3) reach_error();
	__atomic_fetch_sub(&inside, 1, __ATOMIC_SEQ_CST);
	acquire();
	permits += __VERIFIER_nondet_int() ? 1 : 2;
	release();
	return 0;
}`, false},
	{"tickets that wrap around", `unsigned next, serving;
void *thread(void *arg)
{
	unsigned mine = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);
	while (__atomic_load_n(&serving, __ATOMIC_SEQ_CST) != mine)
		;
	x = 1;
	if (x != 1) reach_error();
	x = 0;
	__atomic_fetch_add(&serving, 1, __ATOMIC_SEQ_CST);
	return 0;
}`, true},
	{"tickets of eight bits", `unsigned char next, serving;
void *thread(void *arg)
{
	unsigned char mine = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);
	while (__atomic_load_n(&serving, __ATOMIC_SEQ_CST) != mine)
		;
	x = 1;
	if (x != 1) reach_error();
	x = 0;
	__atomic_fetch_add(&serving, 1, __ATOMIC_SEQ_CST);
	return 0;
}`, false},
	{"a ticket lock", `unsigned next, serving;
void *thread(void *arg)
{
	__VERIFIER_atomic_begin();
	unsigned mine = next;
	if (mine == 0xffffffff) {
		__VERIFIER_atomic_end();
		return 0;
	}
	next = mine + 1;
	__VERIFIER_atomic_end();
	while (serving != mine)
		;
	x = 1;
	if (x != 1) reach_error();
	x = 0;
	serving++;
	return 0;
}`, true},
}
