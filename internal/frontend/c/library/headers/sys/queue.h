/* Lists and queues that are linked through their elements: macros alone. */
#ifndef __WHITTLE_SYS_QUEUE_H
#define __WHITTLE_SYS_QUEUE_H

/* A list is linked forwards, and each element knows the pointer that leads to it. */
#define LIST_HEAD(name, type) struct name { struct type *lh_first; }
#define LIST_HEAD_INITIALIZER(head) { 0 }
#define LIST_ENTRY(type) struct { struct type *le_next, **le_prev; }
#define LIST_EMPTY(head) ((head)->lh_first == 0)
#define LIST_FIRST(head) ((head)->lh_first)
#define LIST_NEXT(e, field) ((e)->field.le_next)
#define LIST_INIT(head) do { (head)->lh_first = 0; } while (0)
#define LIST_FOREACH(e, head, field) for ((e) = LIST_FIRST(head); (e); (e) = LIST_NEXT(e, field))
#define LIST_FOREACH_SAFE(e, head, field, next) for ((e) = LIST_FIRST(head); (e) && ((next) = LIST_NEXT(e, field), 1); (e) = (next))
#define LIST_INSERT_HEAD(head, e, field) do { \
	if (((e)->field.le_next = (head)->lh_first) != 0) \
		(head)->lh_first->field.le_prev = &(e)->field.le_next; \
	(head)->lh_first = (e); \
	(e)->field.le_prev = &(head)->lh_first; \
} while (0)
#define LIST_INSERT_AFTER(at, e, field) do { \
	if (((e)->field.le_next = (at)->field.le_next) != 0) \
		(at)->field.le_next->field.le_prev = &(e)->field.le_next; \
	(at)->field.le_next = (e); \
	(e)->field.le_prev = &(at)->field.le_next; \
} while (0)
#define LIST_INSERT_BEFORE(at, e, field) do { \
	(e)->field.le_prev = (at)->field.le_prev; \
	(e)->field.le_next = (at); \
	*(at)->field.le_prev = (e); \
	(at)->field.le_prev = &(e)->field.le_next; \
} while (0)
#define LIST_REMOVE(e, field) do { \
	if ((e)->field.le_next != 0) \
		(e)->field.le_next->field.le_prev = (e)->field.le_prev; \
	*(e)->field.le_prev = (e)->field.le_next; \
} while (0)

/* A list that is linked forwards only. */
#define SLIST_HEAD(name, type) struct name { struct type *slh_first; }
#define SLIST_HEAD_INITIALIZER(head) { 0 }
#define SLIST_ENTRY(type) struct { struct type *sle_next; }
#define SLIST_EMPTY(head) ((head)->slh_first == 0)
#define SLIST_FIRST(head) ((head)->slh_first)
#define SLIST_NEXT(e, field) ((e)->field.sle_next)
#define SLIST_INIT(head) do { (head)->slh_first = 0; } while (0)
#define SLIST_FOREACH(e, head, field) for ((e) = SLIST_FIRST(head); (e); (e) = SLIST_NEXT(e, field))
#define SLIST_INSERT_HEAD(head, e, field) do { \
	(e)->field.sle_next = (head)->slh_first; \
	(head)->slh_first = (e); \
} while (0)
#define SLIST_INSERT_AFTER(at, e, field) do { \
	(e)->field.sle_next = (at)->field.sle_next; \
	(at)->field.sle_next = (e); \
} while (0)
#define SLIST_REMOVE_HEAD(head, field) do { (head)->slh_first = (head)->slh_first->field.sle_next; } while (0)
#define SLIST_REMOVE(head, e, type, field) do { \
	struct type **__whittle_at = &(head)->slh_first; \
	while (*__whittle_at != (e)) \
		__whittle_at = &(*__whittle_at)->field.sle_next; \
	*__whittle_at = (e)->field.sle_next; \
} while (0)

/* Queues that are linked forwards, with a pointer to where the next element goes: STAILQ, and SIMPLEQ by other names. */
#define STAILQ_HEAD(name, type) struct name { struct type *stqh_first, **stqh_last; }
#define STAILQ_HEAD_INITIALIZER(head) { 0, &(head).stqh_first }
#define STAILQ_ENTRY(type) struct { struct type *stqe_next; }
#define STAILQ_EMPTY(head) ((head)->stqh_first == 0)
#define STAILQ_FIRST(head) ((head)->stqh_first)
#define STAILQ_NEXT(e, field) ((e)->field.stqe_next)
#define STAILQ_INIT(head) do { (head)->stqh_first = 0; (head)->stqh_last = &(head)->stqh_first; } while (0)
#define STAILQ_FOREACH(e, head, field) for ((e) = STAILQ_FIRST(head); (e); (e) = STAILQ_NEXT(e, field))
#define STAILQ_INSERT_HEAD(head, e, field) do { \
	if (((e)->field.stqe_next = (head)->stqh_first) == 0) \
		(head)->stqh_last = &(e)->field.stqe_next; \
	(head)->stqh_first = (e); \
} while (0)
#define STAILQ_INSERT_TAIL(head, e, field) do { \
	(e)->field.stqe_next = 0; \
	*(head)->stqh_last = (e); \
	(head)->stqh_last = &(e)->field.stqe_next; \
} while (0)
#define STAILQ_INSERT_AFTER(head, at, e, field) do { \
	if (((e)->field.stqe_next = (at)->field.stqe_next) == 0) \
		(head)->stqh_last = &(e)->field.stqe_next; \
	(at)->field.stqe_next = (e); \
} while (0)
#define STAILQ_REMOVE_HEAD(head, field) do { \
	if (((head)->stqh_first = (head)->stqh_first->field.stqe_next) == 0) \
		(head)->stqh_last = &(head)->stqh_first; \
} while (0)
#define STAILQ_REMOVE(head, e, type, field) do { \
	struct type **__whittle_at = &(head)->stqh_first; \
	while (*__whittle_at != (e)) \
		__whittle_at = &(*__whittle_at)->field.stqe_next; \
	if ((*__whittle_at = (e)->field.stqe_next) == 0) \
		(head)->stqh_last = __whittle_at; \
} while (0)
#define STAILQ_CONCAT(to, from) do { \
	if (!STAILQ_EMPTY(from)) { \
		*(to)->stqh_last = (from)->stqh_first; \
		(to)->stqh_last = (from)->stqh_last; \
		STAILQ_INIT(from); \
	} \
} while (0)
#define SIMPLEQ_HEAD(name, type) struct name { struct type *sqh_first, **sqh_last; }
#define SIMPLEQ_HEAD_INITIALIZER(head) { 0, &(head).sqh_first }
#define SIMPLEQ_ENTRY(type) struct { struct type *sqe_next; }
#define SIMPLEQ_EMPTY(head) ((head)->sqh_first == 0)
#define SIMPLEQ_FIRST(head) ((head)->sqh_first)
#define SIMPLEQ_NEXT(e, field) ((e)->field.sqe_next)
#define SIMPLEQ_INIT(head) do { (head)->sqh_first = 0; (head)->sqh_last = &(head)->sqh_first; } while (0)
#define SIMPLEQ_FOREACH(e, head, field) for ((e) = SIMPLEQ_FIRST(head); (e); (e) = SIMPLEQ_NEXT(e, field))
#define SIMPLEQ_INSERT_HEAD(head, e, field) do { \
	if (((e)->field.sqe_next = (head)->sqh_first) == 0) \
		(head)->sqh_last = &(e)->field.sqe_next; \
	(head)->sqh_first = (e); \
} while (0)
#define SIMPLEQ_INSERT_TAIL(head, e, field) do { \
	(e)->field.sqe_next = 0; \
	*(head)->sqh_last = (e); \
	(head)->sqh_last = &(e)->field.sqe_next; \
} while (0)
#define SIMPLEQ_REMOVE_HEAD(head, field) do { \
	if (((head)->sqh_first = (head)->sqh_first->field.sqe_next) == 0) \
		(head)->sqh_last = &(head)->sqh_first; \
} while (0)

/* A queue in which each element also knows the pointer that leads to it. */
#define TAILQ_HEAD(name, type) struct name { struct type *tqh_first, **tqh_last; }
#define TAILQ_HEAD_INITIALIZER(head) { 0, &(head).tqh_first }
#define TAILQ_ENTRY(type) struct { struct type *tqe_next, **tqe_prev; }
#define TAILQ_EMPTY(head) ((head)->tqh_first == 0)
#define TAILQ_FIRST(head) ((head)->tqh_first)
#define TAILQ_NEXT(e, field) ((e)->field.tqe_next)
#define TAILQ_LAST(head, headname) (*((struct headname *)(head)->tqh_last)->tqh_last)
#define TAILQ_PREV(e, headname, field) (*((struct headname *)(e)->field.tqe_prev)->tqh_last)
#define TAILQ_INIT(head) do { (head)->tqh_first = 0; (head)->tqh_last = &(head)->tqh_first; } while (0)
#define TAILQ_FOREACH(e, head, field) for ((e) = TAILQ_FIRST(head); (e); (e) = TAILQ_NEXT(e, field))
#define TAILQ_FOREACH_SAFE(e, head, field, next) for ((e) = TAILQ_FIRST(head); (e) && ((next) = TAILQ_NEXT(e, field), 1); (e) = (next))
#define TAILQ_FOREACH_REVERSE(e, head, headname, field) for ((e) = TAILQ_LAST(head, headname); (e); (e) = TAILQ_PREV(e, headname, field))
#define TAILQ_INSERT_HEAD(head, e, field) do { \
	if (((e)->field.tqe_next = (head)->tqh_first) != 0) \
		(head)->tqh_first->field.tqe_prev = &(e)->field.tqe_next; \
	else \
		(head)->tqh_last = &(e)->field.tqe_next; \
	(head)->tqh_first = (e); \
	(e)->field.tqe_prev = &(head)->tqh_first; \
} while (0)
#define TAILQ_INSERT_TAIL(head, e, field) do { \
	(e)->field.tqe_next = 0; \
	(e)->field.tqe_prev = (head)->tqh_last; \
	*(head)->tqh_last = (e); \
	(head)->tqh_last = &(e)->field.tqe_next; \
} while (0)
#define TAILQ_INSERT_AFTER(head, at, e, field) do { \
	if (((e)->field.tqe_next = (at)->field.tqe_next) != 0) \
		(e)->field.tqe_next->field.tqe_prev = &(e)->field.tqe_next; \
	else \
		(head)->tqh_last = &(e)->field.tqe_next; \
	(at)->field.tqe_next = (e); \
	(e)->field.tqe_prev = &(at)->field.tqe_next; \
} while (0)
#define TAILQ_INSERT_BEFORE(at, e, field) do { \
	(e)->field.tqe_prev = (at)->field.tqe_prev; \
	(e)->field.tqe_next = (at); \
	*(at)->field.tqe_prev = (e); \
	(at)->field.tqe_prev = &(e)->field.tqe_next; \
} while (0)
#define TAILQ_REMOVE(head, e, field) do { \
	if ((e)->field.tqe_next != 0) \
		(e)->field.tqe_next->field.tqe_prev = (e)->field.tqe_prev; \
	else \
		(head)->tqh_last = (e)->field.tqe_prev; \
	*(e)->field.tqe_prev = (e)->field.tqe_next; \
} while (0)
#define TAILQ_CONCAT(to, from, field) do { \
	if (!TAILQ_EMPTY(from)) { \
		*(to)->tqh_last = (from)->tqh_first; \
		(from)->tqh_first->field.tqe_prev = (to)->tqh_last; \
		(to)->tqh_last = (from)->tqh_last; \
		TAILQ_INIT(from); \
	} \
} while (0)
#endif
