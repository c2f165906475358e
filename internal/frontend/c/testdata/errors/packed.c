struct __attribute__((packed)) p { char c; int i; };
enum { A = sizeof(struct p), B = 4 * sizeof(int) }; // want error: a constant that depends on the layout
char g[sizeof(struct p)]; // want error: a constant that depends on the layout
char h[2 * sizeof(int)];
int main(void) { return sizeof(struct p); }
