package modular_test

// deep are programs like those, which take longer.
var deep = []program{
	{"units that move between places of an array", `unsigned char units[2] = { 3, 2 };
void *thread(void *arg)
{
	unsigned char from = __VERIFIER_nondet_int() & 1, to = __VERIFIER_nondet_int() & 1;
	acquire();
	if (units[from] > 0) {
		units[from]--;
		units[to]++;
	}
	if (units[0] + units[1] != 5) reach_error();
	release();
	return 0;
}`, true},
	{"units that are lost on the way", `unsigned char units[2] = { 3, 2 };
void *thread(void *arg)
{
	unsigned char from = __VERIFIER_nondet_int() & 1, to = __VERIFIER_nondet_int() & 1;
	acquire();
	if (units[from] > 0) {
		units[from]--;
		if (to != from)
			units[to]++;
	}
	if (units[0] + units[1] != 5) reach_error();
	release();
	return 0;
}`, false},
	{"fields of places of an array", `struct { int in, out; } count[2];
void *thread(void *arg)
{
	int i = __VERIFIER_nondet_int() & 1;
	acquire();
	count[i].in++;
	count[i].out--;
	if (count[0].in + count[0].out != 0) reach_error();
	release();
	return 0;
}`, true},
	{"a field of another place", `struct { int in, out; } count[2];
void *thread(void *arg)
{
	int i = __VERIFIER_nondet_int() & 1;
	acquire();
	count[i].in++;
	count[0].out--;
	if (count[0].in + count[0].out != 0) reach_error();
	release();
	return 0;
}`, false},
	{"tickets that wrap around, of which few are out", `unsigned char next, serving;
void *thread(void *arg)
{
	acquire();
	unsigned char waiting = next - serving;
	if (waiting >= 200) {
		release();
		return 0;
	}
	unsigned char mine = next++;
	release();
	while (serving != mine)
		;
	x++;
	if (x != 1) reach_error();
	x--;
	serving++;
	return 0;
}`, true},
	{"tickets that wrap around, all of which are out", `unsigned char next, serving;
void *thread(void *arg)
{
	acquire();
	unsigned short waiting = (unsigned char)(next - serving);
	if (waiting >= 256) {
		release();
		return 0;
	}
	unsigned char mine = next++;
	release();
	while (serving != mine)
		;
	x++;
	if (x != 1) reach_error();
	x--;
	serving++;
	return 0;
}`, false},
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
