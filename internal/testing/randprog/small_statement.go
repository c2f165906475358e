package randprog

import "fmt"

// statement writes one statement of a kind that the program uses.
func (p *Small) statement() {
	p.budget--
	if p.depth > 2 || p.budget < 0 {
		p.line("%s", p.one(fmt.Sprintf("%s = %s;", p.place(), p.small()),
			fmt.Sprintf("%s = %s;", p.one("x", "y"), p.place())))
		return
	}
	p.depth++
	defer func() { p.depth-- }()
	for {
		if f := p.Intn(smallFeatures + 8); f >= smallFeatures {
			p.plain(f - smallFeatures)
			return
		} else if p.has(1<<f) && p.special(1<<f) {
			return
		}
	}
}

// plain writes a statement that every program may have.
func (p *Small) plain(k int) {
	switch k {
	case 0, 1:
		p.line("%s = %s;", p.place(), p.value())
	case 2, 3:
		p.line("%s = %s;", p.one("x", "y"), p.place())
	case 4:
		at := p.place()
		p.budget--
		p.line("%s = (%s %s) & 3;", at, at, p.one("+ 1", "^ 1", "+ x"))
	case 5:
		p.line(checkMark)
		p.line("%s = %s;", p.one("x", "y"), p.place())
	case 6:
		p.block(fmt.Sprintf("if (%s)", p.cond()), p.statement, "")
	default:
		p.block(fmt.Sprintf("if (%s)", p.cond()), p.statement, " else {")
		p.indent++
		p.statement()
		p.indent--
		p.line("}")
	}
}

// special writes a statement of a feature, unless that is not possible here.
func (p *Small) special(f int) bool {
	wait := p.section == 0 // may wait here
	switch f {
	case smallStruct:
		p.line("%s", p.one("st2 = st;", "st.a = st.b;", "st.c = 1; st.b = 2;", "x = st.c; y = st.a;"))
	case smallPointer:
		p.line("%s", p.one("gp = "+p.pointer()+";", "lp = "+p.pointer()+";", "lp = gp;",
			"*lp = "+p.small()+";", "if (gp == &g0) x = *gp;",
			fmt.Sprintf("lp = %s ? %s : %s;", p.cond(), p.pointer(), p.pointer())))
	case smallUnion:
		p.line("%s", p.one("un.u = 0x201;", "un.h[0] = 0x102;", "un.b[1] = 2;", "x = un.u >> 8;",
			"y = un.h[0];"))
	case smallMutex:
		return wait && p.mutex()
	case smallCond:
		return wait && p.condition()
	case smallSection:
		p.atomicSection()
	case smallAssume:
		p.line("__VERIFIER_assume(%s);", p.cond())
	case smallLoop:
		p.loop(wait)
	case smallSpin:
		return wait && p.spin()
	case smallInput:
		return p.input()
	case smallAtomic:
		p.line("%s", p.one("x = atomic_fetch_add(&at, 1) & 3;", "atomic_store(&at, x);",
			"y = atomic_load(&at) + ab;", "x = atomic_exchange(&at, y);", "at ^= 1;", "ab = at;",
			"{ int e = x; x = atomic_compare_exchange_strong(&at, &e, 1); y = e; }",
			"atomic_fetch_or_explicit(&ab, 2, memory_order_relaxed);"))
	case smallSync:
		a := p.pointer()
		p.line("%s", p.one("x = __sync_fetch_and_add("+a+", 1);", "x = __sync_bool_compare_and_swap("+a+
			", 0, 1);", "y = __atomic_exchange_n("+a+", x, __ATOMIC_SEQ_CST);", "__atomic_or_fetch("+a+
			", 2, __ATOMIC_RELAXED);", "y = __sync_val_compare_and_swap("+a+", x, y);"))
	case smallLocal:
		p.line("%s", p.one("tl = "+p.value()+";", "x = tl;", "tl++; y = tl;"))
	case smallExit:
		ends := []string{"exit(0);", "abort();"}
		if p.main {
			ends = append(ends, "return 0;")
		} else {
			ends = append(ends, "return (void *)2l;", "pthread_exit((void *)1l);")
		}
		if p.section > 0 || p.locked > 0 {
			ends = ends[:2]
		}
		p.line("if (%s) %s", p.cond(), p.one(ends...))
	case smallCall:
		p.budget--
		a := p.pointer()
		p.line("%s", p.one(fmt.Sprintf("x = rec(%s, %d);", a, p.Intn(3)), "y = peek("+a+");",
			"set("+a+", "+p.small()+");", fmt.Sprintf("x = (%s ? peek : poke)(%s);", p.cond(), a)))
	case smallHeap:
		h := p.name("h")
		if p.has(smallUndefined) && p.Intn(2) == 0 {
			p.Invalid = true
			p.line("if (%s) free(hp);", p.cond())
			return true
		}
		p.line("int *%s = malloc(sizeof(int)); *%s = x; %s", h, h,
			p.one("hp = "+h+";", fmt.Sprintf("if (%s) hp = %s;", p.cond(), h),
				fmt.Sprintf("y = *%s; free(%s);", h, h)))
	case smallCount:
		at := p.place()
		p.line("%s", p.one(at+"++;", at+"--;", at+" += 2;", at+" -= y;",
			fmt.Sprintf("if (%s < 2) %s++;", at, at), fmt.Sprintf("if (%s > 0) %s -= 1;", at, at),
			"__VERIFIER_atomic_begin(); "+at+"++; __VERIFIER_atomic_end();"))
	case smallUndefined:
		p.Invalid = true
		p.line("%s", p.one("x = 4 / y;", fmt.Sprintf("y = 2 %% %s;", p.place())))
	default:
		return false
	}
	return true
}

func (p *Small) body(n int) func() {
	return func() {
		for range n {
			p.statement()
		}
	}
}

func (p *Small) mutex() bool {
	if p.locked > 1 {
		return false
	}
	m := p.one("m0", "m0", "m1")
	switch p.Intn(12) {
	case 0:
		// Locks that do not exclude, at times.
		p.line("%s", p.one("pthread_mutex_init(&m0, 0);", "pthread_mutex_unlock(&m0);", "mp = &m1;",
			"*(int *)mp = 0;", "*(int *)&m0 = 1;"))
		return true
	case 1:
		q := p.name("q")
		p.line("pthread_mutex_t *%s = mp;", q)
		m = "*" + q
	}
	p.locked++
	defer func() { p.locked-- }()
	inside := func() {
		p.body(1 + p.Intn(2))()
		if p.Intn(10) > 0 {
			p.line("pthread_mutex_unlock(&%s);", m)
		}
	}
	if p.Intn(4) == 0 {
		p.block(fmt.Sprintf("if (pthread_mutex_trylock(&%s) == 0)", m), inside, p.one("", " else x = 2;"))
		return true
	}
	p.line("pthread_mutex_lock(&%s);", m)
	inside()
	return true
}

func (p *Small) condition() bool {
	if p.Intn(3) == 0 {
		p.line("pthread_cond_%s(&cv);", p.one("signal", "broadcast"))
		return true
	}
	if p.locked > 0 {
		return false
	}
	p.locked++
	defer func() { p.locked-- }()
	p.line("pthread_mutex_lock(&m0);")
	if p.Intn(3) == 0 {
		p.Endless = true
		p.line("while (%s) pthread_cond_wait(&cv, &m0);", p.cond())
	} else {
		p.line("if (%s) pthread_cond_wait(&cv, &m0);", p.cond())
	}
	p.body(1 + p.Intn(2))()
	p.line("pthread_mutex_unlock(&m0);")
	return true
}

func (p *Small) atomicSection() {
	if p.Intn(4) == 0 {
		p.line("%s", p.one("__VERIFIER_atomic_move(&g0, &g1);", "__VERIFIER_atomic_take(&g0);",
			"__VERIFIER_atomic_take("+p.pointer()+");"))
		return
	}
	p.line("__VERIFIER_atomic_begin();")
	p.section++
	p.body(1 + p.Intn(2))()
	if p.Intn(2) == 0 {
		c := p.cond()
		p.line("%s", p.one("__VERIFIER_assume("+c+");", "__VERIFIER_assume("+c+");", "if ("+c+") abort();",
			"if ("+c+") exit(0);"))
		if p.Intn(2) == 0 {
			p.line(checkMark)
		}
		p.statement()
	}
	p.section--
	p.line("__VERIFIER_atomic_end();")
}

func (p *Small) loop(wait bool) {
	i := p.name("i")
	switch p.Intn(5) {
	case 0:
		p.block(fmt.Sprintf("for (int %s = 0; %s < 2 && %s; %s++)", i, i, p.cond(), i), p.body(1), "")
	case 1:
		p.line("int %s = 0;", i)
		p.block("do", p.body(1), fmt.Sprintf(" while (++%s < 2 && %s);", i, p.cond()))
	case 2:
		p.line("int %s = x & 1;", i)
		p.block(fmt.Sprintf("while (%s++ < 2)", i), func() {
			p.statement()
			p.line("if (%s) %s;", p.cond(), p.one("break", "continue"))
		}, "")
	case 3:
		if wait && p.Intn(2) == 0 {
			p.Endless = true
			g := p.one("g0", "g1")
			p.line("while (%s) %s = %s;", p.cond(), g, p.one(p.small(), "("+g+" + 1) & 3", "x ^ "+g))
			return
		}
		fallthrough
	default:
		p.block(fmt.Sprintf("for (int %s = 0; %s < 2; %s++)", i, i, i), p.body(1), "")
	}
}

func (p *Small) spin() bool {
	p.Waits = true
	switch p.Intn(5) {
	case 4:
		p.Endless = true
		p.line("while (%s) g1 = (g1 + 1) & 3;", p.cond())
	case 0:
		p.line("while (%s) ;", p.cond())
	case 1:
		p.line("do { x = %s; } while (x %s %s);", p.place(), p.one("==", "!=", "<"), p.small())
	case 2:
		v := p.name("v")
		p.line("int %s; do %s = g0; while (!__sync_bool_compare_and_swap(&g0, %s, (%s + 1) & 3));", v, v, v,
			v)
	default:
		p.line("while (__atomic_exchange_n(&g1, 1, __ATOMIC_ACQUIRE)) ;")
		p.statement()
		p.line("__atomic_store_n(&g1, 0, __ATOMIC_RELEASE);")
	}
	return true
}

// input writes a choice of a few values: the enumeration tries all of them.
func (p *Small) input() bool {
	if p.inputs--; p.inputs < 0 {
		return false
	}
	switch p.Intn(4) {
	case 0:
		p.line("if (__VERIFIER_nondet_bool()) %s = %s;", p.place(), p.small())
	case 1:
		p.line("x = __VERIFIER_nondet_bool() + 2 * __VERIFIER_nondet_bool();")
	case 2:
		c := p.name("c")
		p.line("unsigned char %s = __VERIFIER_nondet_uchar(); __VERIFIER_assume(%s < 3); y = %s;", c, c, c)
	default:
		p.line("%s = __VERIFIER_nondet_bool();", p.place())
	}
	return true
}
