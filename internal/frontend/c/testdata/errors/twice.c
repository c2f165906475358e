int x = 1;
int x = 2; // want error: multiple definitions of .x.
int f(void) { return 1; }
int main(void) { return f(); }
