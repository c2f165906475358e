package program

import "fmt"

// Guard is how threads protect what they share.
type Guard int

// The guards.
const (
	Unlocked Guard = iota
	Locked
	Atomic // one atomic operation, a compare and swap in a loop for example
)

// String names the guard in file names.
func (g Guard) String() string { return [...]string{"unlocked", "locked", "atomic"}[g] }

// LostUpdate lets threads add 1 to a counter so many times each; the sum must be
// complete. Without a guard updates are lost.
func LostUpdate(threads, rounds int, g Guard) Program {
	add := [...]string{"int old = counter; counter = old + 1;", "pthread_mutex_lock(&m); counter++; pthread_mutex_unlock(&m);", "__sync_fetch_and_add(&counter, 1);"}[g]
	return make(fmt.Sprintf("lost-update-%v-%d-%d", g, threads, rounds), g != Unlocked, `
static int counter;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg) {
    for (int i = 0; i < $ROUNDS; i++) {
        $ADD
    }
    return arg;
}

int main(void) {
$STARTS    assert(counter == $THREADS * $ROUNDS);
    return 0;
}
`, "ROUNDS", rounds, "ADD", add, "STARTS", starts(threads, "add"), "THREADS", threads)
}

// LeastUpdate is LostUpdate without a guard, and asks for less: the sum is at least
// the given value. That holds for values up to 2, with two threads and rounds.
func LeastUpdate(threads, rounds, least int) Program {
	return make(fmt.Sprintf("least-update-%d-%d-%d", threads, rounds, least), least <= 2, `
static int counter;

static void *add(void *arg) {
    for (int i = 0; i < $ROUNDS; i++) {
        int old = counter;
        counter = old + 1;
    }
    return arg;
}

int main(void) {
$STARTS    assert(counter >= $LEAST);
    return 0;
}
`, "ROUNDS", rounds, "STARTS", starts(threads, "add"), "LEAST", least)
}

// Growth lets two threads add to each other's number so many times. The largest
// number that can be had is one of Fibonacci's; slack is added to the bound that is asserted,
// which then holds if slack >= 0.
func Growth(rounds, slack int) Program {
	a, b := 1, 1
	for range 2 * rounds {
		a, b = b, a+b
	}
	return make(fmt.Sprintf("growth-%d-%d", rounds, slack+1), slack >= 0, `
static int i = 1, j = 1;

static void *first(void *arg) {
    for (int k = 0; k < $ROUNDS; k++)
        i += j;
    return arg;
}

static void *second(void *arg) {
    for (int k = 0; k < $ROUNDS; k++)
        j += i;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    assert(i <= $BOUND && j <= $BOUND);
    return 0;
}
`, "ROUNDS", rounds, "BOUND", b+slack)
}

// Transfers moves chosen amounts between accounts, with a lock or without; the sum
// must stay what it was.
func Transfers(threads, accounts int, g Guard) Program {
	lock, unlock := "", ""
	if g == Locked {
		lock, unlock = "pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);"
	}
	return make(fmt.Sprintf("transfers-%v-%d-%d", g, threads, accounts), g == Locked, `
static unsigned account[$ACCOUNTS];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *transfer(void *arg) {
    unsigned from = __VERIFIER_nondet_uint(), to = __VERIFIER_nondet_uint();
    unsigned amount = __VERIFIER_nondet_uint();
    __VERIFIER_assume(from < $ACCOUNTS && to < $ACCOUNTS);
    $LOCK
    if (account[from] >= amount) {
        account[from] -= amount;
        account[to] += amount;
    }
    $UNLOCK
    return arg;
}

int main(void) {
    unsigned before = 0, after = 0;
    for (int k = 0; k < $ACCOUNTS; k++) {
        account[k] = __VERIFIER_nondet_uchar();
        before += account[k];
    }
$STARTS    for (int k = 0; k < $ACCOUNTS; k++)
        after += account[k];
    assert(before == after);
    return 0;
}
`, "ACCOUNTS", accounts, "LOCK", lock, "UNLOCK", unlock, "STARTS", starts(threads, "transfer"))
}

// Ring passes values through a ring of so many places from one thread to another, which
// adds them up. Lengths are checked by waiting; if broken is set the reader looks too early.
func Ring(places, values int, broken bool) Program {
	wait, name := "tail > k", fmt.Sprintf("ring-%d-%d", places, values)
	if broken {
		wait, name = "tail + 1 > k", name+"-broken"
	}
	return make(name, !broken, `
static unsigned ring[$PLACES], want, got;
static unsigned head, tail;

static void *writer(void *arg) {
    for (unsigned k = 0; k < $VALUES; k++) {
        unsigned v = __VERIFIER_nondet_uchar();
        __VERIFIER_assume(v > 0);
        __VERIFIER_assume(k - head < $PLACES);
        ring[k % $PLACES] = v;
        want += v * (k + 1);
        tail = k + 1;
    }
    return arg;
}

static void *reader(void *arg) {
    for (unsigned k = 0; k < $VALUES; k++) {
        __VERIFIER_assume($WAIT);
        got += ring[k % $PLACES] * (k + 1);
        head = k + 1;
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(want == got);
    return 0;
}
`, "PLACES", places, "VALUES", values, "WAIT", wait)
}

// Turns lets two threads enter a critical section so many times by Peterson's
// algorithm, giving up where they would wait; if broken is set they set their flag too late.
func Turns(rounds int, broken bool) Program {
	enter, name := "flag[me] = 1; turn = other;", fmt.Sprintf("turns-%d", rounds)
	late := ""
	if broken {
		enter, late, name = "turn = other;", "flag[me] = 1;", name+"-broken"
	}
	return make(name, !broken, `
static int flag[2], turn, inside;

static void *process(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
    for (int k = 0; k < $ROUNDS; k++) {
        $ENTER
        int f = flag[other], t = turn;
        if (f && t == other)
            return arg;
        $LATE
        inside = me;
        assert(inside == me);
        flag[me] = 0;
    }
    return arg;
}

int main(void) {
$STARTS    return 0;
}
`, "ROUNDS", rounds, "ENTER", enter, "LATE", late, "STARTS", starts(2, "process"))
}

// Stack pushes and pops nodes of a linked stack from several threads by a compare and
// swap that is tried once; each node must be popped at most once. Nodes are not used again, so
// that holds; if broken is set, the swap does not compare.
func Stack(threads int, broken bool) Program {
	swap, name := "__sync_bool_compare_and_swap(&top, seen, next)", fmt.Sprintf("stack-%d", threads)
	if broken {
		swap, name = "(top = next, 1)", name+"-broken"
	}
	return make(name, !broken, `
struct node { int next; int popped; };
static struct node nodes[$NODES];
static int top = $THREADS;

static void *pop(void *arg) {
    int seen = top;
    if (seen == 0)
        return arg;
    int next = nodes[seen - 1].next;
    if ($SWAP) {
        assert(nodes[seen - 1].popped == 0);
        nodes[seen - 1].popped = 1;
    }
    return arg;
}

int main(void) {
    for (int k = 0; k < $THREADS; k++)
        nodes[k].next = k;
$STARTS    return 0;
}
`, "NODES", threads, "THREADS", threads, "SWAP", swap, "STARTS", starts(threads, "pop"))
}
