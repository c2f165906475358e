package randprog

import "fmt"

// statement writes one statement of a kind that the program uses.
func (p *mixed) statement() {
	if p.depth > 2 {
		p.line("%s = %s;", p.target(), p.value())
		return
	}
	p.depth++
	defer func() { p.depth-- }()
	for {
		k := p.Intn(24)
		if k < 4 {
			p.line("%s = %s;", p.target(), p.value())
			return
		}
		if p.choose(k) {
			return
		}
	}
}

// choose writes a statement of kind k, unless that is not possible here.
func (p *mixed) choose(k int) bool {
	wait := p.section == 0 && !p.locked // may wait here
	switch {
	case k == 4:
		p.line("%s = %s;", p.one("x", "y"), p.place())
	case k == 5:
		p.block(fmt.Sprintf("if (%s)", p.cond()), p.statement, "")
	case k == 6:
		p.block(fmt.Sprintf("if (%s)", p.cond()), p.statement, " else {")
		p.indent++
		p.statement()
		p.indent--
		p.line("}")
	case k == 7:
		p.assert()
	case k == 8 && (p.has(usePointer) || p.has(useStruct) || p.has(useHeap)):
		p.pointerStatement()
	case k == 9 && p.has(useAtomic):
		p.atomicStatement(wait)
	case k == 10 && p.has(useSection):
		p.sectionStatement()
	case k == 11 && p.has(useMutex) && wait:
		p.mutexStatement()
	case k == 12 && p.has(useCond) && wait:
		p.line("pthread_mutex_lock(&m0);")
		p.block(fmt.Sprintf("while (%s)", p.cond()), func() { p.line("pthread_cond_wait(&cv, &m0);") }, "")
		p.locked = true
		p.statement()
		p.locked = false
		p.line("%s pthread_mutex_unlock(&m0);", p.one("", "pthread_cond_signal(&cv);",
			"pthread_cond_broadcast(&cv);"))
	case k == 13 && p.has(useSpin) && wait:
		p.spinStatement()
	case (k == 14 || k == 15) && p.has(useCall):
		p.callStatement()
	case (k == 16 || k == 17) && p.has(useLoop) && p.loop == 0:
		p.loop++
		p.loopStatement()
		p.loop--
	case k == 18 && p.loop > 0 && p.section == 0 && !p.locked:
		p.line("if (%s) %s;", p.cond(), p.one("break", "continue"))
	case k == 19 && !p.main && p.section == 0 && !p.locked:
		p.line("if (%s) %s;", p.cond(), p.one("return 0", "return arg", "pthread_exit(gp)"))
	case k == 23 && p.has(useByte):
		p.line("%s;", p.one("t3 = t4", "t4 = t3", "*(struct T *)&un = t3", "bf.a++", "bf.c += 300",
			"ll = -ll", "un.u = un.u << 8 | 1"))
	case k == 20:
		p.line("__VERIFIER_assume(%s);", p.cond())
	case k == 22 && p.has(useHeap) && p.has(useFree):
		p.freeStatement()
	case k == 21 && p.main && p.Intn(3) == 0:
		p.line("if (%s) %s;", p.cond(), p.one("abort()", "exit(0)", "return 0"))
	default:
		return false
	}
	return true
}

func (p *mixed) pointerStatement() {
	switch p.Intn(10) {
	case 0:
		p.line("lp = %s;", p.pointer())
	case 8:
		p.line("copy(&%s, &%s, sizeof gp);", p.one("gp", "st.p", "st2.p"), p.one("gp", "st.p", "lp"))
	case 9:
		t := p.name("t")
		p.line("int %s = %s; int *o%s = lp; lp = &%s; %s = %s; x = *lp; lp = o%s;", t, p.small(), t, t,
			p.place(), p.value(), t)
	case 1, 2:
		p.line("gp = %s;", p.pointer())
	case 3:
		p.line("%s = %s;", p.one("st.p", "st2.p", "gsp->p", "*gpp"), p.pointer())
	case 4:
		p.line("{ int *t = gp; gp = st.p; st.p = t; }")
	case 5:
		p.line("gsp = %s;", p.one("&st", "&st2", "fresh(2)"))
	case 6:
		p.line("gpp = %s;", p.one("&gp", "&st.p", "&st2.p"))
	default:
		p.line("st2 = %s;", p.one("st", "*gsp"))
	}
}

// freeStatement frees heap objects, also ones that are used later: accesses to them end the execution.
func (p *mixed) freeStatement() {
	switch p.Intn(5) {
	case 0:
		p.line("free(h); h = malloc(2 * sizeof *h); h[0] = 0; h[1] = 1;")
	case 1:
		p.line("if (gp == h) { gp = &g0; free(h); h = calloc(2, sizeof *h); }")
	case 2:
		p.line("{ struct S *n = gsp; gsp = &st; if (n != &st && n != &st2) { x = n->a; free(n); } }")
	case 3:
		p.line("free(h);")
	default:
		p.line("gp = h; if (%s) free(%s);", p.cond(), p.one("gp", "h"))
	}
}

func (p *mixed) atomicStatement(wait bool) {
	at := p.one("&g0", "&g1", "&st.a", "gp", "lp", p.pointer())
	switch p.Intn(7) {
	case 0:
		p.line("%s = __sync_fetch_and_add(%s, 1);", p.one("x", "y"), at)
	case 1:
		p.line("%s = __atomic_exchange_n(%s, %s, __ATOMIC_SEQ_CST);", p.one("x", "y"), at, p.small())
	case 2:
		p.line("x = __sync_bool_compare_and_swap(%s, %s, %s);", at, p.small(), p.small())
	case 3:
		p.line("y = __atomic_or_fetch(%s, %s, __ATOMIC_SEQ_CST);", at, p.small())
	case 4:
		if wait {
			v := p.name("v")
			p.line("int %s; do %s = *%s; while (!__sync_bool_compare_and_swap(&g1, %s, %s ^ 1));", v, v,
				p.one("(&g1)", "gp"), v, v)
			return
		}
		p.line("x = __sync_val_compare_and_swap(%s, 0, 1);", at)
	default:
		if wait {
			p.line("while (__atomic_exchange_n(&c0, 1, __ATOMIC_SEQ_CST)) ;")
			p.statement()
			p.statement()
			p.line("%s", p.one("c0 = 0;", "__atomic_store_n(&c0, 0, __ATOMIC_SEQ_CST);", ""))
			return
		}
		p.line("__atomic_store_n(%s, %s, __ATOMIC_SEQ_CST);", at, p.small())
	}
}

func (p *mixed) sectionStatement() {
	if p.Intn(3) == 0 {
		p.line("%s", p.one("__VERIFIER_atomic_move(gp, &g1);", "__VERIFIER_atomic_take(&g0);",
			"__VERIFIER_atomic_move(lp, gp);"))
		return
	}
	p.line("__VERIFIER_atomic_begin();")
	p.section++
	for range 1 + p.Intn(3) {
		p.statement()
	}
	if p.Intn(3) == 0 {
		p.line("%s", p.one("if (x == 1) abort();", "__VERIFIER_assume(y != 1);", "if (x == 2) reach_error();",
			"if (g0 == 2 && y == 1) exit(0);"))
		p.statement()
	}
	p.section--
	p.line("__VERIFIER_atomic_end();")
}

func (p *mixed) mutexStatement() {
	m := p.one("&m0", "&m0", "&m1", "mp")
	if m == "mp" {
		q := p.name("q")
		p.line("pthread_mutex_t *%s = mp;", q)
		m = q
	}
	release := fmt.Sprintf("pthread_mutex_unlock(%s);", m)
	p.locked = true
	body := func() {
		p.statement()
		p.statement()
		p.line("%s", release)
	}
	switch p.Intn(5) {
	case 0:
		p.block(fmt.Sprintf("if (pthread_mutex_trylock(%s) == 0)", m), body, "")
	case 1:
		p.line("pthread_mutex_lock(%s);", m)
		p.line("mp = %s;", p.one("&m0", "&m1"))
		body()
	default:
		p.line("pthread_mutex_lock(%s);", m)
		body()
	}
	p.locked = false
}

func (p *mixed) spinStatement() {
	switch p.Intn(7) {
	case 6:
		l := p.name("mid")
		p.line("if (%s) %s goto %s;", p.cond(), p.one("", "; else"), l)
		p.block("while (1)", func() {
			p.line("x = %s; if (x == %s) break;", p.place(), p.small())
			p.line("%s: y = %s; if (y == %s) break;", l, p.place(), p.small())
		}, "")
	case 0:
		p.line("while (%s) ;", p.cond())
	case 1:
		p.line("while (%s) %s = %s;", p.cond(), p.one("g0", "g1", "*gp", "st.a", "x", "tl"), p.small())
	case 2:
		p.line("do { x = %s; y = %s; } while (x == %s);", p.place(), p.place(), p.small())
	case 3:
		p.block("while (1)", func() {
			p.line("x = %s;", p.place())
			p.line("if (x == %s) break;", p.small())
			p.line("%s", p.one("y = x;", "g1 = 0;", "lp = gp;", "if (y == 1) break;"))
		}, "")
	case 4:
		l := p.name("again")
		p.line("%s: x = %s;", l, p.place())
		p.line("if (x != %s) { %s goto %s; }", p.small(), p.one("", "g0 = 1;", "*lp = 1;"), l)
	default:
		p.line("while (%s) while (%s) ;", p.cond(), p.cond())
	}
}

func (p *mixed) callStatement() {
	switch p.Intn(7) {
	case 6:
		p.line("{ struct S *n = fresh(%s); n->b = 1; %s y = n->a; %s}", p.small(),
			p.one("", "gsp = n;", "gp = n->p;"), p.one("", "n->a = 2; "))
	case 0:
		p.line("x = rec(%s, %d);", p.pointer(), p.Intn(3))
	case 1:
		p.line("fp = %s;", p.one("peek", "poke", "x ? peek : poke"))
	case 2:
		p.line("y = fp(%s);", p.pointer())
	case 3:
		p.line("x = (%s ? peek : %s)(%s);", p.cond(), p.one("poke", "fp"), p.pointer())
	case 4:
		p.line("*pick(%s, %s, %s) = %s;", p.cond(), p.pointer(), p.pointer(), p.value())
	default:
		p.line("set(%s, %s);", p.pointer(), p.value())
	}
}

func (p *mixed) loopStatement() {
	i := p.name("i")
	body := func() {
		p.statement()
		if p.Intn(2) == 0 {
			p.statement()
		}
	}
	switch p.Intn(5) {
	case 0:
		p.block(fmt.Sprintf("for (int %s = 0; %s < 2; %s++)", i, i, i), body, "")
	case 1:
		p.block(fmt.Sprintf("for (int %s = 0; %s < 2 && %s; %s++)", i, i, p.cond(), i), body, "")
	case 2:
		p.line("int %s = 0;", i)
		p.block("do", body, fmt.Sprintf(" while (++%s < 2 && %s);", i, p.cond()))
	case 3:
		p.line("int %s = x & 1;", i)
		p.block(fmt.Sprintf("while (%s++ < 2)", i), body, "")
	default:
		l := p.name("head")
		p.line("int %s = 0;", i)
		loop := p.loop
		p.loop = 0 // no break or continue here
		p.line("%s: %s = %s + 1;", l, i, i)
		p.statement()
		p.line("if (%s < 3 && %s) goto %s;", i, p.cond(), l)
		p.loop = loop
	}
}
