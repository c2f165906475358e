package c

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"modernc.org/cc/v4"
	"modernc.org/token"

	"whittle.dev/internal/frontend/c/ctext"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/lex"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/prune"
	"whittle.dev/internal/source"
)

const (
	// endName is the source that follows the input file. The parser does not
	// notice the end of the input everywhere: in a list of type qualifiers, as
	// after "int f() *", it asks for more tokens for ever. The declaration in
	// endText ends such lists; it is complete and declares nothing.
	endName = "<end>"
	endText = "#undef _Static_assert\n_Static_assert(1, \"\");\n"
	// parseLimit bounds the time for one translation unit, far above what the
	// largest drivers need (0.3 s for 12,000 lines).
	parseLimit = 2 * time.Minute
)

// parsed is one translation unit.
type parsed struct {
	ast  *cc.AST
	name string // the file's name as given; empty for the models
	// cfg is the configuration that holds for the file; nil for the models.
	cfg *Config
	// model marks the unit of the library models, the last one.
	model bool
	// texts are the files of the unit by the name the parser knows.
	texts map[string]*ctext.Text
	// part is what was parsed of the texts; nil: all of them.
	part *prune.Selection
	// absent are headers that are not found and are taken to be empty.
	absent []absentHeader
	// opened are the embedded headers that were included.
	opened []string
	packs  *packTable
	// excess are the places of initialisers that the parser has refused because there is nothing for them to
	// initialise.
	excess []token.Position
	files  *source.Files
	types  *ctype.Typer
	// macros are the macros of the unit, once somebody has asked for one.
	macros *macroBodies
}

// pos turns a place in the parser's terms into one in the terms of the
// original source. Places in the embedded headers are named like
// "<stdlib.h>".
func (u *parsed) pos(p token.Position) source.Pos {
	if p.Line <= 0 {
		return source.Pos{}
	}
	if t := u.texts[p.Filename]; t != nil {
		return t.Pos(p.Line, p.Column)
	}
	if t := u.texts[u.name]; t != nil && p.Filename == endName {
		return t.End()
	}
	return source.Pos{File: u.files.Add(peopleName(p.Filename)), Line: int32(p.Line), Col: int32(p.Column)}
}

// pack returns the alignment limit that #pragma pack sets at p, 0 for none.
func (u *parsed) pack(p token.Position) uint64 { return u.packs.at(p) }

func peopleName(name string) string {
	if rest, ok := strings.CutPrefix(name, library.HeaderDir+"/"); ok {
		return "<" + rest + ">"
	}
	if rest, ok := strings.CutPrefix(name, library.ModelDir+"/"); ok {
		return "<models/" + rest + ">"
	}
	return name
}

// parse turns the files of cfg into typed syntax trees, in their order, with
// the library models as the last unit. What is wrong with the input goes to
// diags; the error is then the first of them.
func parse(ctx context.Context, cfg Config, files *source.Files, diags *source.Diagnostics) ([]*parsed,
	error) {
	if diags.Files == nil {
		diags.Files = files
	}
	inputs := cfg.inputs()
	if len(inputs) == 0 {
		return nil, errors.New("no input file")
	}
	pre, err := newPreamble(cfg.DataModel)
	if err != nil {
		return nil, err
	}
	seen := make(map[string]bool)
	var units []*parsed
	for _, in := range inputs {
		if seen[in.File] {
			return nil, fmt.Errorf("%s: given twice", in.File)
		}
		seen[in.File] = true
		own := cfg.forUnit(in)
		u, err := parseFile(ctx, own, own.ownPreamble(pre), in.File, files, diags)
		if err != nil {
			return nil, err
		}
		if u != nil {
			u.cfg = own
			units = append(units, u)
		}
	}
	if err := diags.Err(); err != nil {
		return nil, err
	}
	var part *prune.Selection
	if !cfg.whole {
		part, err = neededModels(&cfg, pre, units)
		if err != nil {
			return nil, fmt.Errorf("library models: %w", err)
		}
	}
	models, err := parseModels(ctx, &cfg, pre, part, files, diags)
	if err != nil {
		return nil, err
	}
	return append(units, models), nil
}

// parseFile parses one input file. A file with errors gives diagnostics and
// no unit; the error is for what ends the whole run.
func parseFile(ctx context.Context, cfg *Config, pre *prune.Preamble, name string, files *source.Files,
	diags *source.Diagnostics) (*parsed, error) {
	data, err := cfg.read(name)
	if err != nil {
		return nil, readError(name, err)
	}
	u := &parsed{name: name, texts: make(map[string]*ctext.Text), files: files}
	text, terr := ctext.New(name, append([]byte(nil), data...), cfg.DataModel, files)
	if terr != nil {
		return nil, reportText(name, terr, files, diags)
	}
	u.texts[name] = text
	text.Publish(files)
	text.Insert(cfg.inserts[name])
	command, err := commandLine(cfg)
	if err != nil {
		return nil, err
	}
	sources := func(command string) []cc.Source {
		return []cc.Source{
			{Name: "<command-line>", Value: command},
			{Name: name, Value: u.partOf(name, text.Text)},
			{Name: endName, Value: endText},
		}
	}
	if !cfg.whole {
		u.part = prune.User(*pre, prune.Input{Name: name, Command: command, Entry: cfg.entry(),
			Includes: cfg.includesFiles(), Defines: cfg.definesMacros()}, text.Text)
	}
	if u.part != nil {
		// What is wrong with the program is said of the whole of it.
		trial := &source.Diagnostics{Files: files}
		if err := u.translate(ctx, cfg, pre, trial, sources(command)); err == nil && !trial.HasErrors() {
			for _, d := range trial.All() {
				diags.Add(d.Severity, d.Pos, "%s", d.Message)
			}
			return u, nil
		}
		u.part, u.ast = nil, nil
	}
	return u, u.translateRelaxed(ctx, cfg, pre, text, command, sources, diags)
}

// partOf returns what the unit needs of an embedded text or an input file.
func (u *parsed) partOf(name string, whole []byte) []byte {
	if u.part != nil {
		if text, ok := u.part.Text(name); ok {
			return text
		}
	}
	return whole
}

// neededModels finds the library models that the program needs; nil: that may be all of them.
func neededModels(cfg *Config, pre *prune.Preamble, units []*parsed) (*prune.Selection, error) {
	var program []prune.Unit
	for _, u := range units {
		own := prune.Unit{AST: u.ast, Part: u.part, Opened: u.opened}
		for _, t := range u.texts {
			own.Texts = append(own.Texts, t.Text)
		}
		var err error
		if own.Command, err = commandLine(u.cfg); err != nil {
			return nil, err
		}
		program = append(program, own)
	}
	needs := prune.Needs{Forms: formsOf(cfg, unitsOf(units)), Args: cfg.Args, Entry: cfg.entry()}
	return prune.Models(*pre, needs, program)
}

// newPreamble returns what every unit begins with.
func newPreamble(model DataModel) (*prune.Preamble, error) {
	text, err := library.Header("prelude.h")
	if err != nil {
		return nil, err
	}
	macros := prune.Cut([]byte(predefined(model)), true)
	return &prune.Preamble{Macros: macros, Prelude: prune.Cut(text, true)}, nil
}

// parseModels parses those library models that part selects, or all, as one
// unit.
func parseModels(ctx context.Context, cfg *Config, pre *prune.Preamble, part *prune.Selection,
	files *source.Files, diags *source.Diagnostics) (*parsed, error) {
	u := &parsed{model: true, part: part, texts: make(map[string]*ctext.Text), files: files}
	names, err := library.Models()
	if err != nil {
		return nil, fmt.Errorf("library models: %w", err)
	}
	var sources []cc.Source
	for _, n := range names {
		name := library.ModelDir + "/" + n
		if part != nil {
			if text, ok := part.Text(name); ok {
				sources = append(sources, cc.Source{Name: name, Value: text})
			}
			continue
		}
		data, err := library.Model(n, cfg.Args)
		if err != nil {
			return nil, fmt.Errorf("library models: %w", err)
		}
		sources = append(sources, cc.Source{Name: name, Value: data})
	}
	// The user's include directories must not replace the models' headers.
	own := Config{DataModel: cfg.DataModel, Read: func(name string) ([]byte, error) {
		return nil,
			fs.ErrNotExist
	}}
	if err := u.translate(ctx, &own, pre, diags, sources); err != nil {
		return nil, err
	}
	if err := diags.Err(); err != nil {
		return nil, fmt.Errorf("library models: %w", err)
	}
	return u, nil
}

// commandLine is the text that -D and -include stand for.
func commandLine(cfg *Config) (string, error) {
	var b strings.Builder
	if err := cfg.unitCommand(&b); err != nil {
		return "", err
	}
	for _, d := range cfg.Defines {
		name, value, err := splitDefine(d)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "#define %s %s\n", name, value)
	}
	for _, f := range append(append([]string(nil), cfg.unit.ForceIncludes...), cfg.ForceIncludes...) {
		if strings.ContainsAny(f, "\"\n\r\x00") {
			return "", fmt.Errorf("-include %q: bad file name", f)
		}
		fmt.Fprintf(&b, "#include \"%s\"\n", f)
	}
	if cfg.plan != nil {
		b.WriteString(probeDeclarations)
	}
	if b.Len() == 0 {
		b.WriteString("\n")
	}
	return b.String(), nil
}

// isMacroName accepts NAME and NAME(a,b).
func isMacroName(s string) bool {
	if i := strings.IndexByte(s, '('); i >= 0 {
		if !strings.HasSuffix(s, ")") {
			return false
		}
		s = s[:i]
	}
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		return false
	}
	for i := 0; i < len(s); i++ {
		if !lex.IsIdent(s[i]) {
			return false
		}
	}
	return true
}

// translate runs the parser over the sources of one unit.
func (u *parsed) translate(ctx context.Context, cfg *Config, pre *prune.Preamble, diags *source.Diagnostics,
	sources []cc.Source) error {
	arch := "amd64"
	if cfg.DataModel == ILP32 {
		arch = "386"
	}
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		return fmt.Errorf("making the parser: %w", err)
	}
	files := &headerFS{cfg: cfg, unit: u}
	u.packs = &packTable{}
	conf := &cc.Config{
		ABI:                        abi,
		FS:                         files,
		IncludePaths:               cfg.quotePaths(),
		SysIncludePaths:            cfg.systemPaths(),
		PragmaHandler:              u.packs.pragma,
		UnsignedEnums:              true,
		IgnoreNegativeShiftAmounts: true,
	}
	sources = append([]cc.Source{
		{Name: prune.PredefinedName, Value: u.partOf(prune.PredefinedName, pre.Macros.Text)},
		{Name: prune.PreludeName, Value: u.partOf(prune.PreludeName, pre.Prelude.Text)},
	}, sources...)

	conf.SysIncludePaths = append(conf.SysIncludePaths, absentDir)
	ast, err := runParser(ctx, conf, sources)
	for u.takesAsEmpty(err) {
		*u.packs, u.opened = packTable{}, nil
		ast, err = runParser(ctx, conf, sources)
	}
	// What is wrong with a file that was included is more to the point than
	// what the parser makes of its absence.
	if files.failed != nil {
		return reportText(files.failedName, files.failed, u.files, diags)
	}
	if err == nil {
		err = u.packs.err
	}
	var internal *parserFailure
	switch {
	case err == nil:
		u.ast = ast
		u.reportAbsent(cfg, pre, false, diags)
		u.settle(cfg.DataModel, diags)
		return nil
	case ctx.Err() != nil:
		return err
	case !u.reportAbsent(cfg, pre, true, diags):
		return nil
	case errors.As(err, &internal):
		err = fmt.Errorf("%s: %w", u.name, err)
		diags.Add(source.Error, source.Pos{}, "%s", err.Error())
		return err
	}
	u.report(err, diags)
	return nil
}

// parserFailure says that the parser did not come to an end by itself.
type parserFailure struct{ what string }

func (e *parserFailure) Error() string { return e.what }

// runParser calls the parser, which knows neither contexts nor limits and may
// panic: it runs in a goroutine of its own, which is left behind when time is
// over (its memory is freed when it ends by itself).
func runParser(ctx context.Context, conf *cc.Config, sources []cc.Source) (*cc.AST, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	type result struct {
		ast *cc.AST
		err error
	}
	done := make(chan result, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				line, _, _ := strings.Cut(fmt.Sprint(r), "\n")
				done <- result{err: &parserFailure{"the C parser cannot make sense of the program (" +
					cleanMessage(line) + ")"}}
			}
		}()
		ast, err := cc.Translate(conf, sources)
		done <- result{ast, err}
	}()
	limit := time.NewTimer(parseLimit)
	defer limit.Stop()
	select {
	case r := <-done:
		return r.ast, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-limit.C:
		return nil, &parserFailure{fmt.Sprintf("parsing takes longer than %s", parseLimit)}
	}
}

// readError says in one line why an input file cannot be read.
func readError(name string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// reportText records an error about the text of a file.
func reportText(name string, e *ctext.Error, files *source.Files, diags *source.Diagnostics) error {
	if e.Line == 0 {
		err := fmt.Errorf("%s: %s", name, e.Msg)
		diags.Add(source.Error, source.Pos{}, "%s", err.Error())
		return err
	}
	p := source.Pos{File: files.Add(name), Line: int32(e.Line), Col: int32(e.Col)}
	diags.Add(source.Error, p, "%s", e.Msg)
	return fmt.Errorf("%s: error: %s", files.Format(p), e.Msg)
}

// headerFS gives the parser the embedded headers and, through Config.Read,
// the user's files.
type headerFS struct {
	cfg        *Config
	unit       *parsed
	failed     *ctext.Error
	failedName string
}

// Open never fails: the parser would then look for the file itself, behind
// the back of Config.Read. A missing file fails when it is read.
func (h *headerFS) Open(name string) (fs.File, error) {
	if rest, ok := strings.CutPrefix(name, library.HeaderDir+"/"); ok {
		whole, err := library.Header(rest)
		if err != nil || rest == "prelude.h" {
			return missingFile{}, nil
		}
		h.unit.opened = append(h.unit.opened, rest)
		if h.unit.part != nil {
			text, ok := h.unit.part.Text(name)
			if !ok {
				return missingFile{}, nil // the whole is parsed then
			}
			return &memFile{name: name, data: text}, nil
		}
		return &memFile{name: name, data: whole}, nil
	}
	if strings.HasPrefix(name, absentDir+"/") {
		if f := h.unit.openAbsent(name); f != nil {
			return f, nil
		}
		return missingFile{}, nil
	}
	if h.unit.part != nil && !h.unit.model {
		// An include that the selection has overlooked: the same.
		return missingFile{}, nil
	}
	data, err := h.cfg.read(name)
	if err != nil {
		return missingFile{}, nil
	}
	text := h.unit.texts[name]
	if text == nil {
		var terr *ctext.Error
		text, terr = ctext.New(name, append([]byte(nil), data...), h.cfg.DataModel, h.unit.files)
		if terr != nil {
			if terr.Line != 0 && h.failed == nil {
				h.failed, h.failedName = terr, name
			}
			text = &ctext.Text{Name: name, File: h.unit.files.Add(name), Text: []byte("\n")}
		}
		h.unit.texts[name] = text
		text.Publish(h.unit.files)
		text.Insert(h.cfg.inserts[name])
	}
	return &memFile{name: name, data: text.Text}, nil
}
