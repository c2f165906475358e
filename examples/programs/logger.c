// A logger: threads format lines into a buffer that a writer thread empties. Two locks: one for the
// buffer, one for where the lines go, which can be switched to another place while the program runs
// (as when logs are rotated).
//
// built with             expected
// (nothing)              true
// -DCROSSED_LOCKS        false(no-deadlock)
// -DUNLOCKED_LEVEL       false(no-data-race)
// -DLONG_NAME            false(valid-deref)
// -DNO_FLUSH             false(unreach-call)

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#define LINE 12
#ifndef LINES
#define LINES 2
#endif

enum level { DEBUG, INFO, ERROR };

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int count; // of lines
    bool stopping;
    enum level level; // what is less important is not logged
} buffer = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER, .level = INFO};

static char lines[LINES][LINE]; // under the lock of the buffer

static struct {
    pthread_mutex_t lock;
    int generation; // how often the place was switched
    int written[2]; // lines in the place of each generation
} sink = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int logged;

// format writes "name: n" to a line of the buffer.
static void format(char *line, const char *name, int n) {
    strcpy(line, name);
    size_t length = strlen(line);
    line[length] = ':';
    line[length + 1] = ' ';
    line[length + 2] = (char)('0' + n % 10);
    line[length + 3] = '\0';
}

static bool wanted(enum level l) {
#ifdef UNLOCKED_LEVEL
    return l >= buffer.level;
#else
    pthread_mutex_lock(&buffer.lock);
    bool yes = l >= buffer.level;
    pthread_mutex_unlock(&buffer.lock);
    return yes;
#endif
}

static void log_line(enum level l, const char *name, int n) {
    if (!wanted(l))
        return;
    pthread_mutex_lock(&buffer.lock);
    while (buffer.count == LINES)
        pthread_cond_wait(&buffer.changed, &buffer.lock);
    format(lines[buffer.count], name, n);
    buffer.count++;
    logged++;
    pthread_cond_broadcast(&buffer.changed);
    pthread_mutex_unlock(&buffer.lock);
}

static void set_level(enum level l) {
    pthread_mutex_lock(&buffer.lock);
    buffer.level = l;
    pthread_mutex_unlock(&buffer.lock);
}

// write_lines takes what is in the buffer to where lines go; the caller holds the buffer's lock.
static void write_lines(void) {
    pthread_mutex_lock(&sink.lock);
    for (int i = 0; i < buffer.count; i++) {
        assert(strlen(lines[i]) < LINE);
        sink.written[sink.generation % 2]++;
    }
    buffer.count = 0;
    pthread_mutex_unlock(&sink.lock);
    pthread_cond_broadcast(&buffer.changed);
}

static void *writer(void *arg) {
    pthread_mutex_lock(&buffer.lock);
    while (!buffer.stopping) {
        while (buffer.count == 0 && !buffer.stopping)
            pthread_cond_wait(&buffer.changed, &buffer.lock);
        if (buffer.count > 0 && !buffer.stopping)
            write_lines();
    }
#ifndef NO_FLUSH
    write_lines();
#endif
    pthread_mutex_unlock(&buffer.lock);
    return arg;
}

// rotate switches to the other place, once everything that was logged before is in the first one.
static void rotate(void) {
#ifdef CROSSED_LOCKS
    pthread_mutex_lock(&sink.lock);
    pthread_mutex_lock(&buffer.lock);
    if (buffer.count == 0)
        sink.generation++;
    pthread_mutex_unlock(&buffer.lock);
    pthread_mutex_unlock(&sink.lock);
#else
    pthread_mutex_lock(&buffer.lock);
    pthread_mutex_lock(&sink.lock);
    if (buffer.count == 0)
        sink.generation++;
    pthread_mutex_unlock(&sink.lock);
    pthread_mutex_unlock(&buffer.lock);
#endif
}

static void *client(void *arg) {
#ifdef LONG_NAME
    log_line(ERROR, "connection", 1);
#else
    log_line(ERROR, "network", 1);
#endif
    log_line(DEBUG, "idle", 2);
    return arg;
}

int main(void) {
    pthread_t w, c;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&c, NULL, client, NULL);
    log_line(INFO, "main", 3);
    set_level(ERROR);
    rotate();
    pthread_join(c, NULL);

    pthread_mutex_lock(&buffer.lock);
    buffer.stopping = true;
    pthread_cond_broadcast(&buffer.changed);
    pthread_mutex_unlock(&buffer.lock);
    pthread_join(w, NULL);
    assert(sink.written[0] + sink.written[1] == logged);
    return 0;
}
