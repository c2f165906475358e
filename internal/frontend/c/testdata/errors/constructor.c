int x;
__attribute__((constructor)) static void before(void) { x = 1; } // want warning: the constructor before does not run
static void after(void) __attribute__((destructor)); // want warning: the destructor after does not run
static void after(void) { x = 2; }
int main(void) { return x; }
