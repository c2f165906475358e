package randprog

import "fmt"

// statement writes one statement of a kind that the program uses.
func (p *symbolic) statement() {
	p.budget--
	if p.depth > 2 || p.budget < 0 {
		p.line("%s = %s;", p.one("x", "y", p.place()), p.value())
		return
	}
	p.depth++
	defer func() { p.depth-- }()
	for p.Intn(4) > 0 {
		for range symFeatures {
			if f := 1 << p.Intn(symFeatures); p.has(f) && p.special(f) {
				return
			}
		}
	}
	p.plain(p.Intn(6))
}

func (p *symbolic) plain(k int) {
	switch k {
	case 0, 1:
		p.line("%s = %s;", p.place(), p.value())
	case 2:
		p.line("%s = %s;", p.one("x", "y"), p.value())
	case 3:
		p.line("%s = %s;", p.one("x", "y"), p.input())
	case 4:
		p.line(checkMark)
	default:
		p.block(fmt.Sprintf("if (%s)", p.cond()), p.statement, " else {")
		p.indent++
		p.statement()
		p.indent--
		p.line("}")
	}
}

// special writes a statement of a feature, unless that is not possible here.
func (p *symbolic) special(f int) bool {
	v := p.one("x", "y", p.one("g0", "g1", "g2"))
	switch f {
	case symLoop:
		p.loop(v)
	case symEndless:
		if p.section > 0 {
			return false
		}
		p.endless(v)
	case symDead:
		if p.section > 0 {
			return false
		}
		t := p.name("d")
		p.line("%s", p.one(
			fmt.Sprintf("{ u8 %s = %s; __VERIFIER_assume(%s > x); }", t, p.input(), t),
			fmt.Sprintf("{ u8 %s = %s; y = (x + %s) & 7; }", t, p.input(), t),
			fmt.Sprintf("{ u8 %s = x; x = %s; __VERIFIER_assume((%s ^ x) < 3); }", t, p.input(), t),
			fmt.Sprintf("{ u8 %s = %s; if (%s == x) %s = %s; else y = %s & 1; }", t, p.input(), t, p.place(),
				p.small(), t),
			fmt.Sprintf("{ u8 %s = THREE; __VERIFIER_assume(%s == (u8)(x + 1)); %s = %s & 7; }", t, t, v, t),
			"x = 0;", "y = 1;"))
	case symJoin:
		if p.section > 0 {
			return false
		}
		v = p.one("x", "y")
		p.line("%s", p.one(
			fmt.Sprintf("if (BIT) %s &= 3; else __VERIFIER_assume(%s < 4);", v, v),
			fmt.Sprintf("if (BIT) %s &= 1; else %s = BIT;", v, v),
			fmt.Sprintf("if (%s) %s = x; else %s = x + 0 * y;", p.cond(), p.place(), p.place()),
			fmt.Sprintf("if (BIT) y = x; else { y = %s; __VERIFIER_assume(y %s x); }", p.input(),
				p.one("==", "<=", "!=")),
			fmt.Sprintf("if (x %s y) { u8 t = x; x = y; y = t; }", p.one("<", ">", "!=")),
			fmt.Sprintf("if (BIT) { x = y = %s; }", p.input())))
	case symSection:
		if p.section > 0 || p.locked {
			return false
		}
		p.atomicSection()
	case symAssume:
		p.line("__VERIFIER_assume(%s);", p.cond())
	case symLock:
		return p.lock()
	case symUndefined:
		p.line("%s", p.one("x = 4 / y;", "y = 5 % x;", fmt.Sprintf("if (%s) *(u8 *)0 = 1;", p.cond()),
			"x = 1 << (y * 9);", fmt.Sprintf("if (%s) x = arr[x + 1];", p.cond()), "y = *(arr + y - 1);",
			"{ u8 *q = &arr[x]; *q = 2; }"))
	case symHeap:
		p.heap()
	case symLocal:
		p.line("%s", p.one("{ u8 *q = lp; if (q) *q = "+p.small()+"; }", "if (lp) x = *lp & 7;",
			"{ u8 in = y; lp = &in; g0 = in & 3; }", "gp = &y;",
			"{ u8 in[2] = {x, y}; gp = &in[x & 1]; *gp = 2; y = in[1]; gp = &g0; }", "gp = &g1;"))
	case symEnd:
		ends := []string{"exit(0);", "abort();"}
		if p.main {
			ends = append(ends, "return 0;", "pthread_exit(0);")
		} else {
			ends = append(ends, "return (void *)(long)y;", "pthread_exit((void *)1l);")
		}
		if p.section > 0 || p.locked {
			ends = ends[:2]
		}
		p.line("if (%s) %s", p.cond(), p.one(ends...))
	case symIndex:
		p.line("%s", p.one("gp = &arr[x & 3];", "gp = x > 1 ? &g0 : &g1;", "*gp = "+p.small()+";",
			"if (gp == &g0) y = 2;", "arr[x & 3] = y & 7;", "y = arr[x & 3];", "arr[x & 3]++;",
			"mat[x & 1][y & 1] = arr[y & 3];", "gp = arr + (y & 1) + (x & 1);"))
	case symBytes:
		p.line("%s", p.one("un.w = x * 0x101u;", "un.h[x & 1] = y;", "un.b[x & 3] = y & 7;",
			"x = un.w >> 8 & 7;", "y = un.h[1] & 7;", "memcpy(&un, arr, 4);", "memcpy(arr, un.b, 3);",
			"memset(&un, x & 3, sizeof un);",
			"st2 = st;", "st.a = x; st.b = y;", "st.c = x; y = st.c & 7;", "memcpy(&st.d, &un.b[1], 2);",
			"x = *(unsigned short *)(un.b + (y & 1)) >> 7 & 7;",
			"{ unsigned q = un.w; q ^= x << 8; un.w = q; }"))
	case symCall:
		p.line("%s", p.one("x = fs[y & 1](x) & 7;", "y = deep(x & 3);",
			"put("+p.one("&g0", "&y", "gp", "&arr[x & 3]")+", "+p.value()+");",
			fmt.Sprintf("x = (%s ? inc : flip)(y) & 7;", p.cond())))
	case symWait:
		if p.section > 0 {
			return false
		}
		p.line("%s", p.one(fmt.Sprintf("while (%s %s %s) ;", p.one("g0", "g1", "arr[1]", "g2"),
			p.one("==", "!=", "<"), p.one("0", "1", "2", "x")),
			"do x = g0; while (x > 2);", "while (g1 & 1) { y = g0; }"))
	case symSame:
		p.line("%s", p.one("g0++; g0 &= 3;", "tl = (tl + x) & 3;", "g1 = tl;", "{ u8 k = g0; g0 = (k + 1) "+
			"& 3; y = k; }", "if (g2 == 0) g2 = 1 + (x & 1);", "if (x) g0 = y; else g1 = y;"))
	case symId:
		p.line("%s", p.one("id = pthread_self();", "if (id == t0) y = 1;",
			"if (pthread_equal(pthread_self(), t1)) x = 2;", "if (pthread_self() == t0) g1 = 1; else g2 = 1;",
			"x = id == t1;", "if (id == pthread_self()) g0 = 2;", "if (t1 && id != t1) y = 3;"))
	default:
		return false
	}
	return true
}

func (p *symbolic) body(n int) func() {
	return func() {
		for range n {
			p.statement()
		}
	}
}

// loop writes a loop that ends after a few iterations.
func (p *symbolic) loop(v string) {
	i := p.name("i")
	switch p.Intn(5) {
	case 0:
		p.block(fmt.Sprintf("for (u8 %s = 0; %s < 2; %s++)", i, i, i), p.body(1), "")
	case 1:
		p.block(fmt.Sprintf("for (u8 %s = x & 3; %s > 0; %s--)", i, i, i), p.body(1), "")
	case 2:
		p.block(fmt.Sprintf("for (u8 %s = %s; %s %% 3; %s++)", i, p.input(), i, i), p.body(1), "")
	case 3:
		p.line("for (u8 %s = 0; %s < x && %s < 3; %s++) %s = (%s + 1) & 7;", i, i, i, i, v, v)
	default:
		p.line("while (x < %s) x++;", p.one("3", "2", "5"))
	}
}

// endless writes a loop that can go on for ever.
func (p *symbolic) endless(v string) {
	step := p.one(fmt.Sprintf("%s = (%s + %s) & 7;", v, v, p.one("1", "2", "3", "x")),
		fmt.Sprintf("%s ^= BIT;", v), fmt.Sprintf("%s = TWO;", v),
		fmt.Sprintf("{ u8 k = %s; %s = y; y = k & 3; }", v, v),
		fmt.Sprintf("if (%s) %s = (%s * 3 + 1) & 7;", p.cond(), v, v),
		fmt.Sprintf("%s = TWO; __VERIFIER_assume(%s != y);", v, v),
		"x = (x + 1) & 3; y = (y + 1) & 3;", fmt.Sprintf("if (BIT) %s = %s; else %s = (%s + 1) & 3;", v,
			p.small(), v, v))
	switch p.Intn(6) {
	case 0:
		p.line("while (BIT) { %s }", step)
	case 1:
		p.line("while (%s) { %s }", p.cond(), step)
	case 2:
		p.line("do { %s } while (%s);", step, p.cond())
	case 3:
		p.block("while (BIT)", p.body(1+p.Intn(2)), "")
	case 4:
		p.line("for (;;) { %s if (%s) break; }", step, p.cond())
	default:
		p.line("if (%s) for (;;) { %s }", p.cond(), step)
	}
}

func (p *symbolic) atomicSection() {
	p.line("__VERIFIER_atomic_begin();")
	p.section++
	p.body(1 + p.Intn(2))()
	if p.Intn(2) == 0 {
		p.line("__VERIFIER_assume(%s);", p.cond())
		p.statement()
	}
	if p.Intn(4) == 0 {
		p.line(checkMark)
	}
	p.section--
	p.line("__VERIFIER_atomic_end();")
}

func (p *symbolic) lock() bool {
	if p.section > 0 || p.locked {
		return false
	}
	p.locked = true
	defer func() { p.locked = false }()
	unlock := func() {
		p.body(1 + p.Intn(2))()
		if p.Intn(8) > 0 {
			p.line("pthread_mutex_unlock(&m);")
		}
	}
	if p.Intn(3) == 0 {
		p.block("if (pthread_mutex_trylock(&m) == 0)", unlock, " else y = 3;")
		return true
	}
	if p.Intn(4) == 0 {
		p.block(fmt.Sprintf("if (%s)", p.cond()), func() {
			p.line("pthread_mutex_lock(&m);")
			unlock()
		}, "")
		return true
	}
	p.line("pthread_mutex_lock(&m);")
	unlock()
	return true
}

func (p *symbolic) heap() {
	h := p.name("h")
	switch p.Intn(6) {
	case 0:
		p.line("u8 *%s = malloc(1 + (x & 1)); %s[%s] = 2; %s", h, h, p.one("0", "0", "x & 1"),
			p.one("free("+h+");", "hp = "+h+";", fmt.Sprintf("y = %s[0];", h)))
	case 1:
		p.line("u8 *%s = calloc(2, 1); %s[y & 1] = x; y = %s[0] + %s[1] & 7; free(%s);", h, h, h, h, h)
	case 2:
		p.line("u8 *%s = malloc(2); y = %s[x & 1] & 3; free(%s);", h, h, h)
	case 3:
		p.line("{ u8 *%s = hp; if (%s) hp = malloc(1), *hp = 1; x = *%s & 7; }", h, p.cond(), h)
	case 4:
		if p.has(symUndefined) {
			p.line("if (%s) free(hp);", p.cond())
			return
		}
		fallthrough
	default:
		p.line("*hp = %s;", p.value())
	}
}
