int g;
int *ok = &g + 1;
int f(void) { return 3; }
int bad = g + 1; // want error: the initialiser of a static object is no constant
int main(void) { return bad; }
