#include <stdio.h>
#include <stdint.h>
static void show(const char *s, long long v) { printf("%s %lld\n", s, v); }
int main(void)
{
	signed char sc = -128; unsigned char uc = 200; short sh = -30000; unsigned short us = 60000;
	int i = -2000000000; unsigned u = 4000000000u; long l = -5; unsigned long ul = 7; long long ll = -1; unsigned long long ull = 1ull << 63;
	_Bool b = 5; char c = 'x';
	show("a", sc + uc); show("b", uc * uc); show("c", sh * us); show("d", us * us);
	show("e", i + u); show("f", u > i); show("g", l < ul); show("h", ll < u); show("i", ull >> 3 > 0);
	show("j", (unsigned char)i); show("k", (signed char)u); show("l", (short)ull); show("m", (int)(ull >> 1));
	show("n", b + b); show("o", (_Bool)ull); show("p", !sc); show("q", ~uc); show("r", -us); show("s", +c);
	show("t", sc >> 1); show("u", uc << 3); show("v", i >> 4); show("w", u >> 4); show("x", ll >> 60); show("y", (long long)(ull >> 60));
	show("z", i / 7); show("A", i % 7); show("B", u / 7); show("C", -7 / 2); show("D", -7 % 2); show("E", 7u / 2);
	show("F", 'a'); show("G", '\377'); show("H", '\0'); show("J", L'x');
	show("K", 0x7fffffff); show("L", 0x80000000); show("M", 4294967295); show("N", 0xffffffffffffffff); show("O", 1u << 31); show("P", 077);
	show("Q", sizeof(1 ? sc : us)); show("R", sizeof(sc + 1L)); show("S", sizeof 'a'); show("T", sizeof(long)); show("U", sizeof(1 ? 1 : 1LL));
	show("V", (int8_t)0x1ff); show("W", (uint16_t)-1); show("X", (int64_t)(int32_t)0x80000000u); show("Y", (uint64_t)(uint32_t)-1 == 0xffffffffu);
	sc += 200; show("1", sc); uc -= 201; show("2", uc); sh *= 3; show("3", sh); us <<= 1; show("4", us); u %= 7; show("5", u); i /= -3; show("6", i);
	b = 0.5 > 0.25; show("7", b); b += 300; show("8", b); b--; show("9", b); b--; show("10", b);
	ull = -1; ull /= 3; show("11", ull); ll = (int)ull; show("12", ll);
	show("13", (1 ? -1 : 0u) > 0); show("14", (unsigned short)-1 > -1); show("15", -1 < (unsigned)1); show("16", 3 - sizeof(int) > 0);
	show("17", (char)129 < 0); show("18", (uc & 0xf0) | (sc & 0x0f)); show("19", uc ^ sc); show("20", !(i && u) || !ll);
	return (unsigned char)-3;
}
