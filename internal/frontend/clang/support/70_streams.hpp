// Streams keep nothing: output is dropped, input is an input, and their states are always good but for that
// of an input that was read.
#if defined __cplusplus && defined __GLIBCXX__ && defined _GLIBCXX_OSTREAM
extern "C" {
extern int __whittle_nondet_int();
extern long __whittle_nondet_long();
#define WHITTLE_PRINT(symbol, type) void *symbol(void *stream, type) { return stream; }
WHITTLE_PRINT(_ZNSolsEb, bool)
WHITTLE_PRINT(_ZNSolsEs, short)
WHITTLE_PRINT(_ZNSolsEt, unsigned short)
WHITTLE_PRINT(_ZNSolsEi, int)
WHITTLE_PRINT(_ZNSolsEj, unsigned)
WHITTLE_PRINT(_ZNSolsEl, long)
WHITTLE_PRINT(_ZNSolsEm, unsigned long)
WHITTLE_PRINT(_ZNSolsEx, long long)
WHITTLE_PRINT(_ZNSolsEy, unsigned long long)
WHITTLE_PRINT(_ZNSolsEf, float)
WHITTLE_PRINT(_ZNSolsEd, double)
WHITTLE_PRINT(_ZNSolsEPKv, const void *)
WHITTLE_PRINT(_ZNSolsEDn, void *)
WHITTLE_PRINT(_ZNSolsEPFRSoS_E, void *)
WHITTLE_PRINT(_ZNSolsEPFRSt8ios_baseS0_E, void *)
WHITTLE_PRINT(_ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E, void *)
WHITTLE_PRINT(_ZNSo3putEc, char)
WHITTLE_PRINT(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c, char)
WHITTLE_PRINT(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_a, signed char)
WHITTLE_PRINT(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_h, unsigned char)
WHITTLE_PRINT(_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St5_Setw, int)
WHITTLE_PRINT(_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St13_Setprecision, int)
#undef WHITTLE_PRINT
extern unsigned long strlen(const char *);
void *_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc(void *stream, const char *s)
{
	(void)strlen(s);
	return stream;
}
void *_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE(
	void *stream, const void *)
{
	return stream;
}
void *_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l(void *stream, const char *, long)
{
	return stream;
}
void *_ZNSo5writeEPKcl(void *stream, const char *, long) { return stream; }
void *_ZNSo5flushEv(void *stream) { return stream; }
void *_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_(void *stream) { return stream; }
void _ZNSt8ios_base4InitC1Ev(void *) {}
void _ZNSt8ios_base4InitD1Ev(void *) {}

#define WHITTLE_READ(symbol, type)                                      \
	void *symbol(void *stream, type *to)                            \
	{                                                               \
		*to = static_cast<type>(__whittle_nondet_long());       \
		return stream;                                          \
	}
WHITTLE_READ(_ZNSirsERs, short)
WHITTLE_READ(_ZNSirsERt, unsigned short)
WHITTLE_READ(_ZNSirsERi, int)
WHITTLE_READ(_ZNSirsERj, unsigned)
WHITTLE_READ(_ZNSirsERl, long)
WHITTLE_READ(_ZNSirsERm, unsigned long)
WHITTLE_READ(_ZNSirsERx, long long)
WHITTLE_READ(_ZNSirsERy, unsigned long long)
WHITTLE_READ(_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_, char)
#undef WHITTLE_READ
void *_ZNSirsERb(void *stream, bool *to)
{
	*to = __whittle_nondet_int() != 0;
	return stream;
}
int _ZNSi3getEv(void *) { int c = __whittle_nondet_int(); return c < 0 ? -1 : c & 255; }
int _ZNSi4peekEv(void *) { int c = __whittle_nondet_int(); return c < 0 ? -1 : c & 255; }
void *_ZNSi6ignoreEli(void *stream, long, int) { return stream; }
// What was asked for may not have been there.
bool _ZNKSt9basic_iosIcSt11char_traitsIcEEcvbEv(void *) { return __whittle_nondet_int() != 0; }
bool _ZNKSt9basic_iosIcSt11char_traitsIcEEntEv(void *) { return __whittle_nondet_int() != 0; }
bool _ZNSt8ios_base15sync_with_stdioEb(bool now)
{
	static bool before = true;
	bool old = before;
	before = now;
	return old;
}
}
#endif
