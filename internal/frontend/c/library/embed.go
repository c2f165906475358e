package library

import (
	"embed"
	"path"
	"strings"
)

//go:embed headers models
var embedded embed.FS

// The directories in which the parser finds the headers and the models; no file of a user can have these
// names.
const (
	HeaderDir = "<whittle>"
	ModelDir  = "<whittle-models>"
)

// Header returns the text of a header.
func Header(name string) ([]byte, error) { return embedded.ReadFile(path.Join("headers", name)) }

// Models lists the files of models in the order of their names.
func Models() ([]string, error) {
	entries, err := embedded.ReadDir("models")
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".c") {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// Model returns the text of a file of models. The arguments of main are args; nil: they are inputs.
func Model(name string, args []string) ([]byte, error) {
	if name == argumentsModel && args != nil {
		return fixedArguments(args), nil
	}
	return embedded.ReadFile("models/" + name)
}
