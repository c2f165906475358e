// A document that several threads hold at once: it counts its references, the last one to let go of
// it frees it, and who wants to change it while others hold it gets a copy (copy on write).
//
// built with             expected
// (nothing)              true
// -DPLAIN_COUNT          false(no-data-race)
// -DTWO_STEPS            false(valid-deref)
// -DALWAYS_IN_PLACE      false(no-data-race)
// -DFORGOTTEN_TEXT       false(valid-memtrack)
// -DEXTRA_RELEASE        false(valid-deref)

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define TEXT 4

struct document {
#ifdef PLAIN_COUNT
    int references;
#else
    atomic_int references;
#endif
    int length;
    char *text;
};

static struct document *document_new(const char *text) {
    struct document *d = malloc(sizeof *d);
    d->references = 1;
    d->length = (int)strlen(text);
    d->text = malloc(TEXT);
    strcpy(d->text, text);
    return d;
}

// document_hold adds a reference; the caller must have one.
static struct document *document_hold(struct document *d) {
#ifdef PLAIN_COUNT
    d->references++;
#else
    atomic_fetch_add(&d->references, 1);
#endif
    return d;
}

static void document_free(struct document *d) {
#ifndef FORGOTTEN_TEXT
    free(d->text);
#endif
    free(d);
}

static void document_release(struct document *d) {
#if defined PLAIN_COUNT
    if (--d->references == 0)
        document_free(d);
#elif defined TWO_STEPS // both may see zero, and the second one looks into what is gone
    atomic_fetch_sub(&d->references, 1);
    if (d->references == 0)
        document_free(d);
#else
    if (atomic_fetch_sub(&d->references, 1) == 1)
        document_free(d);
#endif
}

// document_writable turns a reference into one to a document that nobody else holds.
static struct document *document_writable(struct document *d) {
#ifdef ALWAYS_IN_PLACE
    return d;
#else
    if (d->references == 1)
        return d;
    struct document *copy = document_new(d->text);
    document_release(d);
    return copy;
#endif
}

static void *editor(void *arg) {
    struct document *d = document_writable(arg);
    d->text[0] = 'X';
    assert(d->length == 2 && d->text[1] == 'b');
    document_release(d);
    return NULL;
}

static void *viewer(void *arg) {
    struct document *d = arg;
    assert(d->text[0] == 'a'); // nobody changes what others hold
    document_release(d);
#ifdef EXTRA_RELEASE
    document_release(d);
#endif
    return NULL;
}

int main(void) {
    pthread_t e, v;
    struct document *d = document_new("ab");
    pthread_create(&e, NULL, editor, document_hold(d));
    pthread_create(&v, NULL, viewer, document_hold(d));
    assert(d->text[0] == 'a');
    document_release(d);
    pthread_join(e, NULL);
    pthread_join(v, NULL);
    return 0;
}
