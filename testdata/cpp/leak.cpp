// What new makes, delete ends.
// right: true valid-memsafety
// broken: false(valid-memtrack)
struct Node {
	Node *next;
	int value;
};

int main()
{
	Node *list = nullptr;
	for (int i = 0; i < 2; i++)
		list = new Node{list, i};
	while (list) {
		Node *n = list->next;
#ifdef BROKEN
		if (n)
#endif
			delete list;
		list = n;
	}
}
