package ctext

import "testing"

// TestRespellWide spells wide characters as numbers and wide texts as those of wchar_t.
func TestRespellWide(t *testing.T) {
	checkRespelled(t, []respelled{
		{`char *s = u8"a" /* 'ab' */ "'cd'"; @`, `char *s = "a" /* 'ab' */ "'cd'"; @`},
		{`x = u'a' + U'\u00e9' + u'\xffff' + U'\377' + L'a'; @`,
			"x = ((unsigned short)97) + 233u + ((unsigned short)65535) + 255u + L'a'; @"},
		{`x = u'\x10000' + U'ab' + U'\x100000000'; @`, `x = u'\x10000' + U'ab' + U'\x100000000'; @`},
		{`char32_t a[] = U"\x41\xe9\n\"\0" , *p[] = { U"b", U"c" }; @`,
			`char32_t a[] = L"\101é\n\"\000" , *p[] = { L"b", L"c" }; @`},
		{`if (a == U"a") x = U"a"[0] + sizeof(U"b"); @`, `if (a == U"a") x = U"a"[0] + sizeof(U"b"); @`},
		{`x = L"\377" + L"\xd800" + L"a"; @`, `x = L"ÿ" + L"\xd800" + L"a"; @`},
	})
}
