"""Runs the tool-info module whose file is given, with a stand-in for the parts of BenchExec that it uses."""

import importlib.util
import sys
import types

RESULTS = {
    "RESULT_TRUE_PROP": "true",
    "RESULT_FALSE_PROP": "false",
    "RESULT_UNKNOWN": "unknown",
    "RESULT_ERROR": "ERROR",
}


class Output(list):
    def any_line_contains(self, text):
        return any(text in line for line in self)


class BaseTool2:
    @staticmethod
    def _version_from_tool(executable, arg="--version", line_prefix=None):
        assert arg == "version"
        text = "whittle 1.2-dev (0123456789ab+), go1.26.8, linux/amd64"
        return text[len(line_prefix):] if line_prefix else text


def stand_in():
    names = ["benchexec", "benchexec.result", "benchexec.tools", "benchexec.tools.template"]
    mods = {n: types.ModuleType(n) for n in names}
    for n in names[1:]:
        parent, _, child = n.rpartition(".")
        setattr(mods[parent], child, mods[n])
    for name, value in RESULTS.items():
        setattr(mods["benchexec.result"], name, value)
    mods["benchexec.tools.template"].BaseTool2 = BaseTool2
    sys.modules.update(mods)


def load(path):
    spec = importlib.util.spec_from_file_location("whittle", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Tool()


def same(what, got, want):
    if got != want:
        sys.exit("%s: got %r, want %r" % (what, got, want))


class Locator:
    def find_executable(self, name):
        return "./" + name


def record(**fields):
    return types.SimpleNamespace(**fields)


stand_in()
tool = load(sys.argv[1])
same("name", tool.name(), "whittle")
same("executable", tool.executable(Locator()), "./whittle")
same("version", tool.version("./whittle"), "1.2-dev (0123456789ab+)")

none = record(cputime=None, cputime_hard=None, walltime=None, memory=None, cpu_cores=None)
limits = record(cputime=900, cputime_hard=1000, walltime=960, memory=15000000000, cpu_cores=4)
task = record(input_files=("a.i", "b.i"), property_file="p/unreach-call.prp", options={"language": "C", "data_model": "ILP32"})
bare = record(input_files=("-a.c",), property_file=None, options=None)
same("cmdline", tool.cmdline("./whittle", ["--stats"], task, limits),
     ["./whittle", "check", "--stats", "--property", "p/unreach-call.prp", "--data-model", "ILP32", "--timeout", "218s", "--memory", "13500000000", "--", "a.i", "b.i"])
same("bare cmdline", tool.cmdline("./whittle", [], bare, none), ["./whittle", "check", "--", "-a.c"])
same("given options", tool.cmdline("./whittle", ["--timeout=9s", "--memory", "1GB", "--property", "x", "--data-model=LP64"], task, limits),
     ["./whittle", "check", "--timeout=9s", "--memory", "1GB", "--property", "x", "--data-model=LP64", "--", "a.i", "b.i"])
same("wall time", tool.cmdline("./whittle", [], bare, record(cputime=None, walltime=100, memory=None, cpu_cores=2)), ["./whittle", "check", "--timeout", "97s", "--", "-a.c"])

for lines, code, want in [
    (["unreach-call holds", "true"], 0, "true"),
    (["...", "false(unreach-call)"], 1, "false(unreach-call)"),
    (["false(valid-deref)", "warning on the other stream"], 1, "false(valid-deref)"),
    (["unreach-call is undecided: timeout", "unknown"], 3, "TIMEOUT"),
    (["unreach-call is undecided: out of memory", "unknown"], 3, "OUT OF MEMORY"),
    (["unreach-call is undecided: a.c:3:1: not supported: float", "unknown"], 3, "unknown"),
    (["internal error: a part has failed", "unknown"], 3, "ERROR (internal error)"),
    (["a.c:1:1: error: syntax"], 2, "ERROR (bad input)"),
    (["true"], 1, "ERROR"),
    (["false(unreach-call)"], 0, "ERROR"),
    (["true"], None, "ERROR"),
    ([], 0, "ERROR"),
    ([], None, "ERROR"),
]:
    same(lines, tool.determine_result(record(output=Output(lines), exit_code=record(value=code))), want)

stats = ["  peak memory                    86.1 MB", "  time                           1.004 s", "unknown"]
same("statistics", tool.get_value_from_output(stats, "peak memory"), "86.1 MB")
same("no statistics", tool.get_value_from_output(stats, "memory"), None)
print("ok")
