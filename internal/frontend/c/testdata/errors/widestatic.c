static char u[] = u8"xyz"; // want no constant: a string literal with the prefix u8
static const __WCHAR_TYPE__ w[] = L"\x1234"; // want no constant: an escape for a character code
int main(void)
{
	return u[0] + w[0];
}
