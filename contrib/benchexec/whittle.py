# Tool-info module of whittle for BenchExec 3.3 and later (https://github.com/sosy-lab/benchexec).
#
# To use it, copy it into the folder benchexec/tools of BenchExec and write <benchmark tool="whittle" ...>. The
# executable is looked for in the folder given by --tool-directory, then on the PATH.

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """whittle, a software model checker for concurrent C programs."""

    REQUIRED_PATHS = ["whittle"]

    def name(self):
        return "whittle"

    def executable(self, tool_locator):
        return tool_locator.find_executable("whittle")

    def version(self, executable):
        # "whittle 1.2.3 (revision), go1.26, linux/amd64"
        text = self._version_from_tool(executable, arg="version", line_prefix="whittle ")
        return text.split(",")[0].strip()

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check", *options]
        if task.property_file and not self._given(options, "--property"):
            command += ["--property", task.property_file]
        if isinstance(task.options, dict):
            model = task.options.get("data_model")
            if model and not self._given(options, "--data-model"):
                command += ["--data-model", model]
        # whittle ends by itself with an answer, so it gets a little less than what BenchExec allows: the CPU
        # time is divided by the number of cores, which it may all use.
        seconds = self._wall(rlimits)
        if seconds and not self._given(options, "--timeout"):
            command += ["--timeout", "%ds" % seconds]
        if getattr(rlimits, "memory", None) and not self._given(options, "--memory"):
            command += ["--memory", str(rlimits.memory * 9 // 10)]
        return command + ["--", *task.input_files]

    @staticmethod
    def _given(options, name):
        return any(o == name or o.startswith(name + "=") for o in options)

    @staticmethod
    def _wall(rlimits):
        limits = []
        if getattr(rlimits, "cputime", None):
            limits.append(rlimits.cputime / (getattr(rlimits, "cpu_cores", None) or 1))
        if getattr(rlimits, "walltime", None):
            limits.append(rlimits.walltime)
        if not limits:
            return None
        return max(1, int(min(limits) * 0.97))

    def determine_result(self, run):
        # The verdict stands alone on a line, the last one of the standard output, and the exit code says the same.
        # Both must be there: half an output, or an output of the program in a trace, is no answer.
        code = run.exit_code.value
        lines = [line.strip() for line in run.output]
        verdicts = [w for w in lines if w in ("true", "unknown") or (w.startswith("false(") and w.endswith(")"))]
        last = verdicts[-1] if verdicts else ""
        if last == "true" and code == 0:
            return result.RESULT_TRUE_PROP
        if last.startswith("false(") and code == 1:
            return result.RESULT_FALSE_PROP + last[len("false"):]
        if last == "unknown" and code == 3:
            for line in lines:
                if "internal error" in line:
                    return result.RESULT_ERROR + " (internal error)"
                if line.endswith(" is undecided: timeout"):
                    return "TIMEOUT"
                if line.endswith(" is undecided: out of memory"):
                    return "OUT OF MEMORY"
            return result.RESULT_UNKNOWN
        if code == 2:
            return result.RESULT_ERROR + " (bad input)"
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        # With --stats, whittle prints lines "  name    value".
        for line in output:
            name, value = (line.strip().split("  ", 1) + [""])[:2]
            if name == identifier and value:
                return value.strip()
        return None
