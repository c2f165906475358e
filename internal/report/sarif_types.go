package report

// The objects of SARIF 2.1.0 that whittle writes, with the fields that it uses.
// The names of the fields are those of the standard (OASIS, 2020).

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool                        `json:"tool"`
	Automation  *sarifAutomation                 `json:"automationDetails,omitempty"`
	Invocations []sarifInvocation                `json:"invocations"`
	Bases       map[string]sarifArtifactLocation `json:"originalUriBaseIds,omitempty"`
	Artifacts   []sarifArtifact                  `json:"artifacts,omitempty"`
	ColumnKind  string                           `json:"columnKind"`
	// Results is never nil: an empty list says that the analysis ran.
	Results []sarifResult `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name          string      `json:"name"`
	Version       string      `json:"version,omitempty"`
	Short         *sarifText  `json:"shortDescription,omitempty"`
	Rules         []sarifRule `json:"rules"`
	Notifications []sarifRule `json:"notifications"`
}

// sarifRule is a reportingDescriptor.
type sarifRule struct {
	ID         string              `json:"id"`
	Name       string              `json:"name,omitempty"`
	Short      *sarifText          `json:"shortDescription,omitempty"`
	Full       *sarifText          `json:"fullDescription,omitempty"`
	Help       *sarifText          `json:"help,omitempty"`
	Default    *sarifConfiguration `json:"defaultConfiguration,omitempty"`
	Properties map[string]any      `json:"properties,omitempty"`
}

type sarifConfiguration struct {
	Level string `json:"level"`
}

// sarifText is a message or a multiformatMessageString.
type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifAutomation struct {
	ID string `json:"id"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	Properties    sarifAnswer         `json:"properties"`
}

// sarifAnswer is the property bag of an invocation: what the verdict is and what it rests on.
type sarifAnswer struct {
	Verdict     string           `json:"verdict"`
	Property    string           `json:"property,omitempty"`
	Engine      string           `json:"engine,omitempty"`
	DataModel   string           `json:"dataModel,omitempty"`
	Why         string           `json:"why,omitempty"`
	Facts       []string         `json:"facts,omitempty"`
	Assumptions []jsonAssumption `json:"assumptions,omitempty"`
	Assumes     []jsonPremise    `json:"assumes,omitempty"`
	Strict      []string         `json:"strict,omitempty"`
	Notes       []jsonNote       `json:"notes,omitempty"`
	Certificate string           `json:"certificate,omitempty"`
	Expected    string           `json:"expected,omitempty"`
}

type sarifNotification struct {
	Descriptor sarifReference  `json:"descriptor"`
	Level      string          `json:"level"`
	Message    sarifText       `json:"message"`
	Locations  []sarifLocation `json:"locations,omitempty"`
}

// sarifReference is a reportingDescriptorReference.
type sarifReference struct {
	ID    string `json:"id"`
	Index int    `json:"index"`
}

type sarifArtifact struct {
	Location       sarifArtifactLocation `json:"location"`
	Roles          []string              `json:"roles"`
	SourceLanguage string                `json:"sourceLanguage,omitempty"`
}

type sarifArtifactLocation struct {
	URI         string     `json:"uri,omitempty"`
	URIBase     string     `json:"uriBaseId,omitempty"`
	Description *sarifText `json:"description,omitempty"`
}

type sarifResult struct {
	RuleID     string             `json:"ruleId"`
	RuleIndex  int                `json:"ruleIndex"`
	Level      string             `json:"level"`
	Message    sarifText          `json:"message"`
	Locations  []sarifLocation    `json:"locations,omitempty"`
	Related    []sarifLocation    `json:"relatedLocations,omitempty"`
	CodeFlows  []sarifCodeFlow    `json:"codeFlows,omitempty"`
	Prints     map[string]string  `json:"partialFingerprints,omitempty"`
	Properties *sarifResultValues `json:"properties,omitempty"`
}

// sarifResultValues is the property bag of a result.
type sarifResultValues struct {
	Why    string       `json:"why,omitempty"`
	Inputs []sarifInput `json:"inputs"`
}

// sarifInput is an input that was chosen.
type sarifInput struct {
	Thread string `json:"thread"`
	What   string `json:"what"`
	Value  string `json:"value"`
	Where  string `json:"where,omitempty"`
}

type sarifLocation struct {
	ID       *int           `json:"id,omitempty"`
	Physical *sarifPhysical `json:"physicalLocation,omitempty"`
	Message  *sarifText     `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifactLocation `json:"artifactLocation"`
	Region   sarifRegion           `json:"region"`
}

type sarifRegion struct {
	StartLine   int        `json:"startLine"`
	StartColumn int        `json:"startColumn,omitempty"`
	Snippet     *sarifText `json:"snippet,omitempty"`
}

type sarifCodeFlow struct {
	Message     *sarifText        `json:"message,omitempty"`
	ThreadFlows []sarifThreadFlow `json:"threadFlows"`
}

type sarifThreadFlow struct {
	ID        string          `json:"id"`
	Message   *sarifText      `json:"message,omitempty"`
	Locations []sarifFlowStep `json:"locations"`
}

// sarifFlowStep is a threadFlowLocation.
type sarifFlowStep struct {
	Location       sarifLocation `json:"location"`
	ExecutionOrder int           `json:"executionOrder"`
	Importance     string        `json:"importance"`
}
