extern int other(int *p);
extern int plain(void);
extern int object; // want warning: object has no definition; its value is taken as an input
extern char *strptime(const char *, const char *, void *);
struct s;
int main(void)
{
	int x;
	if (plain() > 0) // want warning: plain has no definition; its result is taken as an input$
		return other(&x); // want warning: other has no definition; .* assumed not to write
	other(&x);
	if (object)
		strptime("3", "%d", &x); // want unsupported: the function strptime
	return implicit(3); // want warning: implicit has no definition
}
