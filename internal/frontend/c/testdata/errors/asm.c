int main(void)
{
	int x;
	__asm__ volatile ("" : : : "memory");
	__asm__ volatile ("movl $1, %0" : "=r" (x)); // want unsupported: inline assembly
	return x;
}
