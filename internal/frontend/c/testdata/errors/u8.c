int main(void)
{
	const char *p = u8"abc"; // want a string literal with the prefix u8
	return p[0];
}
