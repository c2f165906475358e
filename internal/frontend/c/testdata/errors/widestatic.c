static const __WCHAR_TYPE__ w[] = L"\x1234"; // want no constant: an escape for a character code
int main(void)
{
	return w[0];
}
