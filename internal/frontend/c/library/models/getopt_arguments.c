/*
 * getopt where the arguments of main are inputs, and nothing but getopt looks at them before it has ended: options are
 * chosen, not read. Words that it has passed are not known any more, but for arguments of options; what comes after
 * the options is as it was. Each choice is that of some arguments: whatever operands stand between options, these end
 * up behind them.
 */
#include <bits/whittle.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#define KNOWN_WORDS 8
#define KNOWN_LENGTH 32

static _Bool __whittle_in_group, __whittle_options_over;

/* A word of which so many characters are known. */
char *__whittle_any_argument(unsigned long known)
{
	return __whittle_alloc(known, 0);
}

static void __whittle_pass(char **v, char *now)
{
	if (optind < KNOWN_WORDS)
		v[optind] = now;
	optind++;
	__whittle_in_group = 0;
}

/* What is left of the word is the argument, or the next word is it. 0: there is none. */
static int __whittle_take_argument(int n, char **v, char *gone, int needed, int may_be_empty)
{
	int attached = __whittle_nondet_int() != 0;
	if (!attached && needed && optind + 1 == n) {
		__whittle_pass(v, gone);
		return 0;
	}
	if (!attached) {
		__whittle_pass(v, gone);
		if (!needed)
			return 1;
	}
	optarg = __whittle_any_argument(KNOWN_LENGTH);
	__whittle_assume(!attached || may_be_empty || *optarg);
	__whittle_pass(v, attached ? gone : optarg);
	return 1;
}

static int __whittle_choose_short(int n, char **v, char *gone, const char *options, int is_long)
{
	int i, needed, c;
	for (i = 0; options[i]; i++)
		if (options[i] != ':' && __whittle_nondet_int())
			break;
	c = options[i];
	if (!c) {
		c = (char)__whittle_nondet_int();
		__whittle_assume(c && !(c == '-' && is_long && !__whittle_in_group) && (c == ':' || !strchr(options, c)));
	}
	needed = c && options[i] && options[i + 1] == ':' ? options[i + 2] == ':' ? optional_argument : required_argument : 0;
	if (!options[i] || !needed) {
		if (__whittle_nondet_int()) {
			__whittle_assume(c != '-' || __whittle_in_group); /* the word -- is the end */
			__whittle_pass(v, gone);
		} else {
			__whittle_in_group = 1;
		}
	}
	if (!options[i]) {
		COMPLAIN("%s: invalid option -- '%c'\n", v[0], c);
		__whittle_option_bad = c;
		return '?';
	}
	if (needed && !__whittle_take_argument(n, v, gone, needed == required_argument, 0)) {
		COMPLAIN("%s: option requires an argument -- '%c'\n", v[0], c);
		return __whittle_no_argument(c, options);
	}
	return c;
}

static int __whittle_choose_long(int n, char **v, char *gone, const char *options, const struct option *all, int *index)
{
	int i, j;
	for (i = 0; all[i].name; i++)
		if (__whittle_nondet_int())
			break;
	if (!all[i].name) {
		COMPLAIN("%s: unrecognized option\n", v[0]);
		__whittle_pass(v, gone);
		__whittle_option_bad = 0;
		return '?';
	}
	for (j = 0; j < i; j++)
		__whittle_assume(strcmp(all[j].name, all[i].name) != 0);
	if (all[i].has_arg) {
		if (!__whittle_take_argument(n, v, gone, all[i].has_arg == required_argument, 1)) {
			COMPLAIN("%s: option '--%s' requires an argument\n", v[0], all[i].name);
			return __whittle_no_argument(all[i].val, options);
		}
	} else {
		__whittle_pass(v, gone);
		if (__whittle_nondet_int()) {
			COMPLAIN("%s: option '--%s' doesn't allow an argument\n", v[0], all[i].name);
			__whittle_option_bad = all[i].val;
			return '?';
		}
	}
	if (index)
		*index = i;
	if (!all[i].flag)
		return all[i].val;
	*all[i].flag = all[i].val;
	return 0;
}

int __whittle_getopt_arguments(int n, char **v, const char *options, const struct option *all, int *index, int only)
{
	static char *gone;
	int r, is_long = all != __whittle_no_options;
	if (!gone)
		gone = __whittle_any_argument(0);
	optarg = 0;
	optopt = __whittle_option_bad;
	if (options[0] == '+')
		options++;
	if (!__whittle_in_group) {
		if (!__whittle_options_over && (optind >= n || __whittle_nondet_int())) {
			__whittle_options_over = 1;
			if (optind < n && __whittle_nondet_int())
				__whittle_pass(v, gone); /* the word -- */
			else if (optind < n && optind < KNOWN_WORDS)
				__whittle_assume(OPERAND(v[optind]));
		}
		if (__whittle_options_over)
			return -1;
	}
	if (is_long && !__whittle_in_group && __whittle_nondet_int())
		r = __whittle_choose_long(n, v, gone, options, all, index);
	else
		r = __whittle_choose_short(n, v, gone, options, is_long);
	optopt = __whittle_option_bad;
	return r;
}
