package run_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"slices"
	"sort"
	"strings"
	"testing"
)

// The rules of the SARIF 2.1.0 schema for the objects that whittle may write: which fields an
// object has, which it must have, and of what kind they are. As in the schema, other
// fields are errors, except in property bags.

// sarifRule checks one value; at says where it is.
type sarifRule func(v any, at string) error

// sarifObject is the rule of an object.
type sarifObject struct {
	required []string
	oneOf    []string // at least one of these
	fields   map[string]sarifRule
}

func sarifString(v any, at string) error {
	if _, ok := v.(string); !ok {
		return fmt.Errorf("%s: %v is no string", at, v)
	}
	return nil
}

func sarifBool(v any, at string) error {
	if _, ok := v.(bool); !ok {
		return fmt.Errorf("%s: %v is no truth value", at, v)
	}
	return nil
}

// sarifURI is a URI reference (RFC 3986).
func sarifURI(v any, at string) error {
	s, ok := v.(string)
	if !ok {
		return fmt.Errorf("%s: %v is no string", at, v)
	}
	if _, err := url.Parse(s); err != nil || strings.ContainsAny(s, " \\\"<>^`{|}") {
		return fmt.Errorf("%s: %q is no URI reference: %v", at, s, err)
	}
	return nil
}

func sarifInteger(low float64) sarifRule {
	return func(v any, at string) error {
		if n, ok := v.(float64); !ok || n < low || n != math.Trunc(n) {
			return fmt.Errorf("%s: %v is no integer from %v", at, v, low)
		}
		return nil
	}
}

func sarifWord(words ...string) sarifRule {
	return func(v any, at string) error {
		if s, ok := v.(string); !ok || !slices.Contains(words, s) {
			return fmt.Errorf("%s: %v is none of %v", at, v, words)
		}
		return nil
	}
}

func sarifBag(v any, at string) error {
	if _, ok := v.(map[string]any); !ok {
		return fmt.Errorf("%s: %v is no property bag", at, v)
	}
	return nil
}

func sarifList(low int, unique bool, each sarifRule) sarifRule {
	return func(v any, at string) error {
		list, ok := v.([]any)
		if !ok || len(list) < low {
			return fmt.Errorf("%s: no list of at least %d", at, low)
		}
		seen := map[string]bool{}
		for i, x := range list {
			if err := each(x, fmt.Sprintf("%s[%d]", at, i)); err != nil {
				return err
			}
			text, _ := json.Marshal(x)
			if unique && seen[string(text)] {
				return fmt.Errorf("%s[%d]: a second time", at, i)
			}
			seen[string(text)] = true
		}
		return nil
	}
}

func sarifMap(each sarifRule) sarifRule {
	return func(v any, at string) error {
		m, ok := v.(map[string]any)
		if !ok {
			return fmt.Errorf("%s: no object", at)
		}
		for k, x := range m {
			if err := each(x, at+"."+k); err != nil {
				return err
			}
		}
		return nil
	}
}

// sarifRef is the rule of a named object.
func sarifRef(name string) sarifRule {
	return func(v any, at string) error {
		o, ok := sarifObjects()[name]
		m, isObject := v.(map[string]any)
		if !ok || !isObject {
			return fmt.Errorf("%s: no %s", at, name)
		}
		for _, f := range o.required {
			if _, ok := m[f]; !ok {
				return fmt.Errorf("%s: a %s without %s", at, name, f)
			}
		}
		if len(o.oneOf) > 0 &&
			!slices.ContainsFunc(o.oneOf, func(f string) bool { _, ok := m[f]; return ok }) {
			return fmt.Errorf("%s: a %s with none of %v", at, name, o.oneOf)
		}
		fields := make([]string, 0, len(m))
		for f := range m {
			fields = append(fields, f)
		}
		sort.Strings(fields)
		for _, f := range fields {
			rule, ok := o.fields[f]
			if f == "properties" {
				rule, ok = sarifBag, true
			}
			if !ok {
				return fmt.Errorf("%s: a %s has no field %s", at, name, f)
			}
			if err := rule(m[f], at+"."+f); err != nil {
				return err
			}
		}
		return nil
	}
}

// sarifObjects are the objects by their names in the standard.
func sarifObjects() map[string]sarifObject {
	level := sarifWord("none", "note", "warning", "error")
	index, text := sarifInteger(-1), sarifRef("multiformatMessageString")
	message, location, one := sarifRef("message"), sarifRef("location"), sarifInteger(1)
	return map[string]sarifObject{
		"log": {required: []string{"version", "runs"}, fields: map[string]sarifRule{
			"$schema": sarifURI, "version": sarifWord("2.1.0"),
			"runs": sarifList(0, false, sarifRef("run"))}},
		"run": {required: []string{"tool"}, fields: map[string]sarifRule{
			"tool": sarifRef("tool"), "invocations": sarifList(0, false, sarifRef("invocation")),
			"automationDetails":  sarifRef("runAutomationDetails"),
			"originalUriBaseIds": sarifMap(sarifRef("artifactLocation")),
			"artifacts":          sarifList(0, true, sarifRef("artifact")),
			"columnKind":         sarifWord("utf16CodeUnits", "unicodeCodePoints"),
			"results":            sarifList(0, false, sarifRef("result"))}},
		"tool": {required: []string{"driver"},
			fields: map[string]sarifRule{"driver": sarifRef("toolComponent")}},
		"runAutomationDetails": {fields: map[string]sarifRule{"id": sarifString, "description": message}},
		"toolComponent": {required: []string{"name"}, fields: map[string]sarifRule{
			"name": sarifString, "version": sarifString, "semanticVersion": sarifString,
			"informationUri": sarifURI, "shortDescription": text,
			"rules":         sarifList(0, true, sarifRef("reportingDescriptor")),
			"notifications": sarifList(0, true, sarifRef("reportingDescriptor"))}},
		"reportingDescriptor": {required: []string{"id"}, fields: map[string]sarifRule{
			"id": sarifString, "name": sarifString, "shortDescription": text, "fullDescription": text,
			"help":                 text,
			"defaultConfiguration": sarifRef("reportingConfiguration")}},
		"reportingConfiguration": {fields: map[string]sarifRule{"enabled": sarifBool, "level": level}},
		"multiformatMessageString": {required: []string{"text"},
			fields: map[string]sarifRule{"text": sarifString, "markdown": sarifString}},
		"message": {oneOf: []string{"text", "id"},
			fields: map[string]sarifRule{"text": sarifString, "markdown": sarifString, "id": sarifString}},
		"invocation": {required: []string{"executionSuccessful"}, fields: map[string]sarifRule{
			"executionSuccessful": sarifBool, "exitCode": sarifInteger(math.Inf(-1)),
			"toolExecutionNotifications": sarifList(0, false, sarifRef("notification"))}},
		"notification": {required: []string{"message"}, fields: map[string]sarifRule{
			"message": message, "level": level, "locations": sarifList(0, true, location),
			"descriptor": sarifRef("reportingDescriptorReference")}},
		"reportingDescriptorReference": {oneOf: []string{"index", "guid", "id"},
			fields: map[string]sarifRule{"id": sarifString, "index": index}},
		"artifact": {fields: map[string]sarifRule{
			"location": sarifRef("artifactLocation"), "sourceLanguage": sarifString,
			"roles": sarifList(0, true, sarifWord("analysisTarget", "resultFile"))}},
		"artifactLocation": {fields: map[string]sarifRule{"uri": sarifURI, "uriBaseId": sarifString,
			"index": index, "description": message}},
		"result": {required: []string{"message"}, fields: map[string]sarifRule{
			"ruleId": sarifString, "ruleIndex": index, "level": level, "message": message,
			"locations":           sarifList(0, false, location),
			"relatedLocations":    sarifList(0, true, location),
			"partialFingerprints": sarifMap(sarifString),
			"codeFlows":           sarifList(0, false, sarifRef("codeFlow"))}},
		"location": {fields: map[string]sarifRule{"id": index,
			"physicalLocation": sarifRef("physicalLocation"), "message": message}},
		"physicalLocation": {oneOf: []string{"artifactLocation", "address"}, fields: map[string]sarifRule{
			"artifactLocation": sarifRef("artifactLocation"), "region": sarifRef("region")}},
		"region": {fields: map[string]sarifRule{"startLine": one, "startColumn": one, "endLine": one,
			"endColumn": one}},
		"codeFlow": {required: []string{"threadFlows"},
			fields: map[string]sarifRule{"message": message,
				"threadFlows": sarifList(1, false, sarifRef("threadFlow"))}},
		"threadFlow": {required: []string{"locations"}, fields: map[string]sarifRule{
			"id": sarifString, "message": message, "locations": sarifList(1, false,
				sarifRef("threadFlowLocation"))}},
		"threadFlowLocation": {fields: map[string]sarifRule{
			"location": location, "executionOrder": index,
			"importance":   sarifWord("important", "essential", "unimportant"),
			"nestingLevel": sarifInteger(0)}},
	}
}

// sarifLog is what the tests look at of a log.
type sarifLog struct {
	Runs []struct {
		Tool struct {
			Driver struct{ Rules, Notifications []struct{ ID string } }
		}
		OriginalURIBaseIDs map[string]any `json:"originalUriBaseIds"`
		Invocations        []struct {
			ExecutionSuccessful        bool
			ToolExecutionNotifications []struct {
				Descriptor struct {
					ID    string
					Index int
				}
				Level     string
				Message   struct{ Text string }
				Locations []sarifLocation
			}
			Properties map[string]any
		}
		Results []struct {
			RuleID      string
			RuleIndex   int
			Message     struct{ Text string }
			Locations   []sarifLocation
			CodeFlows   []struct{ ThreadFlows []sarifFlow }
			Properties  struct{ Inputs []map[string]string }
			RelatedLocs []sarifLocation `json:"relatedLocations"`
		}
	}
}

type sarifLocation struct {
	PhysicalLocation struct {
		ArtifactLocation struct{ URI, URIBaseID string }
		Region           struct{ StartLine, StartColumn int }
	}
}

type sarifFlow struct {
	ID        string
	Locations []struct {
		Location       sarifLocation
		ExecutionOrder int
		Importance     string
	}
}

// readSARIF reads a log strictly: by the rules of the schema, and by what the standard says about
// references inside of a log and about the order of steps.
func readSARIF(text []byte) (*sarifLog, error) {
	var tree any
	dec := json.NewDecoder(bytes.NewReader(text))
	if err := dec.Decode(&tree); err != nil {
		return nil, err
	}
	if dec.More() {
		return nil, fmt.Errorf("more than one object")
	}
	if err := sarifRef("log")(tree, "log"); err != nil {
		return nil, err
	}
	log := new(sarifLog)
	if err := json.Unmarshal(text, log); err != nil {
		return nil, err
	}
	if len(log.Runs) != 1 || len(log.Runs[0].Invocations) != 1 || log.Runs[0].Results == nil {
		return nil, fmt.Errorf("not one run with one invocation and results")
	}
	run := log.Runs[0]
	for _, n := range run.Invocations[0].ToolExecutionNotifications {
		if d := n.Descriptor; d.Index >= len(run.Tool.Driver.Notifications) ||
			run.Tool.Driver.Notifications[d.Index].ID != d.ID {
			return nil, fmt.Errorf("notification %s is not number %d", d.ID, d.Index)
		}
	}
	for _, r := range run.Results {
		if r.RuleIndex < 0 || r.RuleIndex >= len(run.Tool.Driver.Rules) ||
			run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID {
			return nil, fmt.Errorf("rule %s is not number %d", r.RuleID, r.RuleIndex)
		}
		for _, c := range r.CodeFlows {
			orders, ids := map[int]bool{}, map[string]bool{}
			for _, f := range c.ThreadFlows {
				if ids[f.ID] || f.ID == "" {
					return nil, fmt.Errorf("two thread flows, or one, called %q", f.ID)
				}
				ids[f.ID] = true
				last := -1
				for _, l := range f.Locations {
					if l.ExecutionOrder <= last || orders[l.ExecutionOrder] {
						return nil, fmt.Errorf("%s: order %d after %d, or twice", f.ID, l.ExecutionOrder,
							last)
					}
					last = l.ExecutionOrder
					orders[last] = true
				}
			}
		}
	}
	return log, sarifBases(tree, run.OriginalURIBaseIDs)
}

// sarifBases checks that relative URIs have a base that is described, and stay below it.
func sarifBases(v any, bases map[string]any) error {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			if err := sarifBases(x, bases); err != nil {
				return err
			}
		}
	case map[string]any:
		if uri, ok := v["uri"].(string); ok {
			base, _ := v["uriBaseId"].(string)
			u, err := url.Parse(uri)
			_, known := bases[base]
			if err != nil || u.IsAbs() == known || strings.HasPrefix(uri, "/") ||
				strings.HasPrefix(uri, "..") {
				return fmt.Errorf("URI %q with the base %q", uri, base)
			}
		}
		for k, x := range v {
			if err := sarifBases(x, bases); k != "properties" && err != nil {
				return err
			}
		}
	}
	return nil
}

// TestReadSARIF: the strict reader refuses logs that break a rule.
func TestReadSARIF(t *testing.T) {
	good := `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x", "rules": [{"id": "r"}], "notifications": [{"id": "n"}]}},
		"originalUriBaseIds": {"B": {}}, "invocations": [{"executionSuccessful": true, "toolExecutionNotifications": [{"descriptor": {"id": "n", "index": 0}, "message": {"text": "m"}}]}],
		"results": [{"ruleId": "r", "ruleIndex": 0, "message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.c", "uriBaseId": "B"}, "region": {"startLine": 1}}}],
		"codeFlows": [{"threadFlows": [{"id": "T0", "locations": [{"executionOrder": 1}]}, {"id": "T1", "locations": [{"executionOrder": 2}]}]}]}]}]}`
	if _, err := readSARIF([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{
		{`"version": "2.1.0"`, `"version": "2.0.0"`}, {`"version": "2.1.0", `, ``}, {`"name": "x", `, ``},
		{`"name": "x"`, `"name": "x", "colour": 1`},
		{`"message": {"text": "m"}, "locations"`, `"locations"`},
		{`"message": {"text": "m"}, "locations"`, `"message": {}, "locations"`},
		{`"ruleIndex": 0`, `"ruleIndex": 1`}, {`"ruleId": "r"`, `"ruleId": "s"`},
		{`"id": "n", "index": 0`, `"id": "m", "index": 0`},
		{`"startLine": 1`, `"startLine": 0`}, {`"executionOrder": 2`, `"executionOrder": 1`},
		{`"id": "T1"`, `"id": "T0"`},
		{`[{"executionOrder": 1}]`, `[]`}, {`[{"executionOrder": 1}]`, `[{"executionOrder": 1.5}]`},
		{`[{"executionOrder": 1}]`, `[{"executionOrder": 1, "importance": "low"}]`},
		{`"uriBaseId": "B"`, `"uriBaseId": "C"`}, {`"uri": "a.c"`, `"uri": "../a.c"`},
		{`"uri": "a.c"`, `"uri": "a b.c"`}, {`"uri": "a.c"`, `"uri": "file:///a.c"`},
		{`"executionSuccessful": true, `, ``}, {`"results": [`, `"result": [`},
	} {
		bad := strings.Replace(good, c[0], c[1], 1)
		if _, err := readSARIF([]byte(bad)); err == nil && bad != good {
			t.Errorf("%s instead of %s is accepted", c[1], c[0])
		}
	}
}
