/*
 * getopt.h: what POSIX says, with the order of arguments, the long options and the messages of the GNU C library.
 * Whether POSIXLY_CORRECT is set in the environment is an input.
 */
#include <bits/whittle.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static char *__whittle_option_rest; /* of an element that has several options; null or empty: it is done with */
static int __whittle_option_bad;    /* for optopt, which each call sets */
static int __whittle_first_operand, __whittle_last_operand; /* what options are to be put in front of */
static enum { __WHITTLE_UNKNOWN, __WHITTLE_OPTIONS_FIRST, __WHITTLE_UP_TO_OPERAND, __WHITTLE_IN_TURN } __whittle_order;

/* In the place of none: only its address counts. */
static const struct option __whittle_no_options[1];

#define OPERAND(s) ((s)[0] != '-' || !(s)[1])
#define COMPLAIN(...)                                      \
	do                                                 \
		if (opterr && options[0] != ':')           \
			__whittle_complain(stderr, __VA_ARGS__); \
	while (0)

static int __whittle_posixly_correct(void)
{
	static int known, set;
	if (!known) {
		known = 1;
		set = __whittle_nondet_int() != 0;
	}
	return set;
}

/* The options that were found behind operands go in front of these. */
static void __whittle_permute(char **v)
{
	int from, to;
	for (from = __whittle_last_operand; from < optind; from++) {
		char *option = v[from];
		for (to = from; to > __whittle_first_operand; to--)
			v[to] = v[to - 1];
		v[to] = option;
		__whittle_first_operand++;
	}
	__whittle_last_operand = optind;
}

static int __whittle_no_argument(int bad, const char *options)
{
	__whittle_option_bad = bad;
	return options[0] == ':' ? ':' : '?';
}

static int __whittle_differ(const struct option *a, const struct option *b)
{
	return a->has_arg != b->has_arg || a->flag != b->flag || a->val != b->val;
}

static void __whittle_possibilities(char *program, const char *options, const struct option *all, int first, int only,
	const char *dashes, const char *name, size_t length)
{
	int i;
	COMPLAIN("%s: option '%s%s' is ambiguous; possibilities:", program, dashes, name);
	for (i = first; all[i].name; i++)
		if (strncmp(all[i].name, name, length) == 0 && (i == first || only || __whittle_differ(&all[first], &all[i])))
			COMPLAIN(" '%s%s'", dashes, all[i].name);
	COMPLAIN("\n");
}

/* The long option that __whittle_option_rest begins with. -1: there is none, and a short one is to be looked for. */
static int __whittle_long_option(int n, char **v, const char *options, const struct option *all, int *index,
	int only, const char *dashes)
{
	char *name = __whittle_option_rest;
	size_t length = strcspn(name, "=");
	int i, found = -1, ambiguous = 0;
	for (i = 0; all[i].name; i++) {
		if (strncmp(all[i].name, name, length))
			continue;
		if (!all[i].name[length]) {
			found = i;
			ambiguous = 0;
			break;
		}
		if (found < 0)
			found = i;
		else if (only || __whittle_differ(&all[found], &all[i]))
			ambiguous = 1;
	}
	if (found < 0 && only && v[optind][1] != '-' && strchr(options, *name))
		return -1;
	optind++;
	__whittle_option_rest = 0;
	if (found < 0 || ambiguous) {
		if (found < 0)
			COMPLAIN("%s: unrecognized option '%s%s'\n", v[0], dashes, name);
		else
			__whittle_possibilities(v[0], options, all, found, only, dashes, name, length);
		__whittle_option_bad = 0;
		return '?';
	}
	if (name[length]) {
		if (!all[found].has_arg) {
			COMPLAIN("%s: option '%s%s' doesn't allow an argument\n", v[0], dashes, all[found].name);
			__whittle_option_bad = all[found].val;
			return '?';
		}
		optarg = name + length + 1;
	} else if (all[found].has_arg == required_argument) {
		if (optind >= n) {
			COMPLAIN("%s: option '%s%s' requires an argument\n", v[0], dashes, all[found].name);
			return __whittle_no_argument(all[found].val, options);
		}
		optarg = v[optind++];
	}
	if (index)
		*index = found;
	if (!all[found].flag)
		return all[found].val;
	*all[found].flag = all[found].val;
	return 0;
}

static int __whittle_short_option(int n, char **v, const char *options, const struct option *all, int *index)
{
	char c = *__whittle_option_rest++;
	char *rest = __whittle_option_rest;
	const char *found = strchr(options, c);
	if (!*rest)
		optind++;
	if (!found || c == ':' || c == ';') {
		COMPLAIN("%s: invalid option -- '%c'\n", v[0], c);
		__whittle_option_bad = c;
		return '?';
	}
	int is_long = all != __whittle_no_options && c == 'W' && found[1] == ';';
	if (!is_long && found[1] != ':')
		return c;
	if (*rest) {
		optarg = rest;
		optind += !is_long;
	} else if (is_long || found[2] != ':') {
		if (optind == n) {
			COMPLAIN("%s: option requires an argument -- '%c'\n", v[0], c);
			if (!is_long)
				__whittle_option_rest = 0;
			return __whittle_no_argument(c, options);
		}
		optarg = v[optind];
		optind += !is_long;
	}
	__whittle_option_rest = 0;
	if (!is_long)
		return c;
	__whittle_option_rest = optarg;
	optarg = 0;
	return __whittle_long_option(n, v, options, all, index, 0, "-W ");
}

/* The next element that is to be looked at. 0: it has options, 1: it is an operand, -1: there is none. */
static int __whittle_next_element(int n, char **v)
{
	if (__whittle_last_operand > optind)
		__whittle_last_operand = optind;
	if (__whittle_first_operand > optind)
		__whittle_first_operand = optind;
	if (__whittle_order == __WHITTLE_OPTIONS_FIRST) {
		if (__whittle_last_operand != optind) {
			if (__whittle_first_operand != __whittle_last_operand)
				__whittle_permute(v);
			else
				__whittle_first_operand = optind;
		}
		while (optind < n && OPERAND(v[optind]))
			optind++;
		__whittle_last_operand = optind;
	}
	if (optind != n && v[optind][0] == '-' && v[optind][1] == '-' && !v[optind][2]) {
		optind++;
		if (__whittle_first_operand == __whittle_last_operand)
			__whittle_first_operand = optind;
		else if (__whittle_last_operand != optind)
			__whittle_permute(v);
		__whittle_last_operand = optind = n;
	}
	if (optind == n) {
		if (__whittle_first_operand != __whittle_last_operand)
			optind = __whittle_first_operand;
		return -1;
	}
	if (!OPERAND(v[optind]))
		return 0;
	if (__whittle_order == __WHITTLE_UP_TO_OPERAND)
		return -1;
	optarg = v[optind++];
	return 1;
}

static int __whittle_next_option(int n, char **v, const char *options, const struct option *all, int *index, int only)
{
	optarg = 0;
	if (optind == 0 || !__whittle_order) {
		if (optind == 0)
			optind = 1;
		__whittle_first_operand = __whittle_last_operand = optind;
		__whittle_option_rest = 0;
		__whittle_order = options[0] == '-' ? __WHITTLE_IN_TURN :
			options[0] == '+' || __whittle_posixly_correct() ? __WHITTLE_UP_TO_OPERAND :
			__WHITTLE_OPTIONS_FIRST;
	}
	if (options[0] == '-' || options[0] == '+')
		options++;
	if (!__whittle_option_rest || !*__whittle_option_rest) {
		int r = __whittle_next_element(n, v);
		char *s;
		if (r)
			return r;
		s = v[optind];
		if (all != __whittle_no_options && s[1] == '-') {
			__whittle_option_rest = s + 2;
			return __whittle_long_option(n, v, options, all, index, only, "--");
		}
		__whittle_option_rest = s + 1;
		if (all != __whittle_no_options && only && (s[2] || !strchr(options, s[1]))) {
			r = __whittle_long_option(n, v, options, all, index, only, "-");
			if (r != -1)
				return r;
			__whittle_option_rest = s + 1;
		}
	}
	return __whittle_short_option(n, v, options, all, index);
}

int __whittle_getopt(int n, char **v, const char *options, const struct option *all, int *index, int only)
{
	int r = -1;
	if (n > 0)
		r = __whittle_next_option(n, v, options, all, index, only);
	optopt = __whittle_option_bad;
	return r;
}

int getopt(int n, char *const v[], const char *options)
{
	return __whittle_getopt(n, (char **)v, options, __whittle_no_options, 0, 0);
}

int getopt_long(int n, char *const v[], const char *options, const struct option *all, int *index)
{
	return __whittle_getopt(n, (char **)v, options, all ? all : __whittle_no_options, index, 0);
}

int getopt_long_only(int n, char *const v[], const char *options, const struct option *all, int *index)
{
	return __whittle_getopt(n, (char **)v, options, all ? all : __whittle_no_options, index, 1);
}
