// Package compdb reads JSON compilation databases (compile_commands.json): the commands by which a project's
// files are compiled, as CMake, Meson, Ninja and Bear write them. It runs nothing; it says what the commands
// mean for a front end.
//
//	db, err := compdb.Load("build", os.ReadFile)
//	sel, err := db.Select([]string{"src/queue.c"}, cwd)
//	for _, u := range sel.Units {
//		fmt.Println(u.File, u.Defines, u.Include, u.DataModel)
//	}
//	for _, n := range sel.Notes {
//		fmt.Println(n) // what was left out, and flags that are not supported
//	}
//
// A Database is what the file says, one Entry for each command. Select picks the files in C and C++ to check
// and reads their flags as gcc and clang do: see Unit. Reading is strict: what is not valid JSON or has the
// wrong type is an *Error with file, line and column.
//
// # Flags
//
// Flags that set what the preprocessor does, the dialect and the data model are understood. Those that
// cannot change what a program means to the checker (warnings, optimisation, debugging, output, linking) are
// ignored. All others are named in a note of severity Warning.
//
// # Paths
//
// "file" and the paths in flags are relative to "directory". A relative "directory", which the specification
// does not foresee, is relative to the folder of the database. Paths below the current folder come out
// relative to it, others as they are.
//
// # Sources
//
// Clang's documentation, "JSON Compilation Database Format Specification"; the
// manual of gcc 12, "Option Summary" and the description of @file.
//
// # Known limits
//
// Commands of cl and clang-cl are refused. The macros that depend on the target's processor (-march, -mavx2)
// and on optimisation (__OPTIMIZE__) are not set. Configuration files of clang and environment variables of
// compilers (CPATH) are not known.
package compdb
