int main(void)
{
	int x = 1, y = 2;
	__asm__ volatile("" ::: "memory");
	__asm__("" : "+r"(x));
	__asm__("" : "=r"(x) : "0"(y)); // want inline assembly
	return x;
}
