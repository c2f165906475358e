struct s { int a; int b[]; };
union { struct s s; int i; } u = { { 1, { 2, 3 } } }; // want error: the initialiser of u is larger than the object
int main(void) { return u.s.b[1]; }
