package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
	_ "time/tzdata" // for machines that have no time zones of their own

	"github.com/alecthomas/kong"

	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flags"
	"github.com/chatmrpt/chatmrpt/flows/dataset/ingest"
)

// settings is the one table of settings. An option on the command line wins over
// the environment, and that over a settings file (chatmrpt.json here or
// ~/.config/chatmrpt/config.json). What is switched on for some users and not for
// others is no setting: package flags has those.
type settings struct {
	DataDir             string        `name:"data-dir" env:"CHATMRPT_DATA_DIR" type:"path" placeholder:"DIR" help:"Folder for sessions, uploads and results (default: the user's data folder)."`
	DatabaseURL         llm.Secret    `name:"database-url" env:"CHATMRPT_DATABASE_URL" placeholder:"URL" help:"PostgreSQL database that keeps sessions, uploads and results for all nodes of a team, postgres://user:password@host/name; none: the data folder does."`
	MaxUpload           int64         `name:"max-upload-mb" env:"CHATMRPT_MAX_UPLOAD_MB" default:"200" help:"Largest file that is read, in MB."`
	User                string        `name:"user" env:"CHATMRPT_USER" default:"local" help:"Name that sessions belong to."`
	AccessToken         llm.Secret    `name:"access-token" env:"CHATMRPT_ACCESS_TOKEN" placeholder:"TOKEN" help:"Token with which everybody signs in to the service; without it and without users it listens on this machine only."`
	TimeZone            string        `name:"time-zone" env:"CHATMRPT_TIME_ZONE" default:"Local" placeholder:"AREA/CITY" help:"Where users' days begin and end, such as Africa/Lagos; Local is the time of this machine."`
	ToolProfiles        profileList   `name:"tool-profiles" env:"CHATMRPT_TOOL_PROFILES" placeholder:"JSON" help:"More choices of tools, or others under the same names: {name: {tools: [...], prompt_mode: minimal|base_only|none|full}}."`
	EvalGateURL         string        `name:"eval-gate-url" env:"CHATMRPT_EVAL_GATE_URL" placeholder:"URL" help:"Service that reviews the calls of costly and irreversible tools: it is posted each as JSON and answers {approved, reason}; none: they run."`
	SearXNGURL          string        `name:"searxng-url" env:"CHATMRPT_SEARXNG_URL" placeholder:"URL" help:"SearXNG instance that a model's web searches are asked of, with its JSON format switched on; none: DuckDuckGo."`
	WebAllow            netList       `name:"web-allow" env:"CHATMRPT_WEB_ALLOW" placeholder:"RANGE,..." help:"Private addresses of which a model may read pages all the same, such as 10.1.2.0/24; others than public ones are refused."`
	AllowShell          bool          `name:"allow-shell" env:"CHATMRPT_ALLOW_SHELL" default:"false" help:"Let models run commands on this machine for operators."`
	ImageModel          string        `name:"image-model" env:"CHATMRPT_IMAGE_MODEL" placeholder:"NAME" help:"Model that draws pictures at the endpoint of --llm-base-url; none: none are drawn."`
	OTLPURL             string        `name:"otlp-url" env:"CHATMRPT_OTLP_URL" placeholder:"URL" help:"OpenTelemetry collector that is sent traces and metrics over HTTP, such as http://localhost:4318; none: nothing is sent. OTEL_EXPORTER_OTLP_HEADERS may hold its key."`
	EventDays           int           `name:"event-days" env:"CHATMRPT_EVENT_DAYS" default:"365" placeholder:"DAYS" help:"How long the service keeps events of how messages were understood; 0 keeps them for good."`
	LogLevel            string        `name:"log-level" env:"CHATMRPT_LOG_LEVEL" default:"error" enum:"debug,info,warn,error" help:"What is logged to standard error; info shows every event."`
	FlagsFile           string        `name:"flags-file" env:"CHATMRPT_FLAGS_FILE" type:"path" placeholder:"FILE" help:"What is switched on for whom, see chatmrpt flags (default: flags.json in the data folder)."`
	LLMBaseURL          string        `name:"llm-base-url" env:"CHATMRPT_LLM_BASE_URL" placeholder:"URL" help:"OpenAI-compatible endpoint, such as http://localhost:11434/v1; none: words are understood without a model."`
	LLMAPIKey           llm.Secret    `name:"llm-api-key" env:"CHATMRPT_LLM_API_KEY" placeholder:"KEY" help:"Its key, where it needs one."`
	LLMModel            string        `name:"llm-model" env:"CHATMRPT_LLM_MODEL" placeholder:"NAME" help:"The model's name there."`
	LLMBackends         backendList   `name:"llm-backends" env:"CHATMRPT_LLM_BACKENDS" placeholder:"JSON" help:"More endpoints, tried in order, each {name, base_url, model, api_key_env, roles, timeout}; roles are interpreter, nl_translation, agent."`
	LLMTimeout          time.Duration `name:"llm-timeout" env:"CHATMRPT_LLM_TIMEOUT" default:"5s" help:"How long one message may wait for a model."`
	LLMTranslateTimeout time.Duration `name:"llm-translate-timeout" env:"CHATMRPT_LLM_TRANSLATE_TIMEOUT" default:"10s" help:"How long the translation of a model's plain English may take."`
	LLMProbeTimeout     time.Duration `name:"llm-probe-timeout" env:"CHATMRPT_LLM_PROBE_TIMEOUT" default:"30s" help:"How long a model may take to its first answer at the start, while nobody waits."`
	AgentSteps          int           `name:"agent-steps" env:"CHATMRPT_AGENT_STEPS" default:"5" help:"How many times a model may look something up to answer one open question, 1 to 12."`
	Color               string        `name:"color" env:"CHATMRPT_COLOR" default:"auto" enum:"auto,always,never" help:"Colour in the terminal: auto, always or never."`
}

// folder is where sessions, uploads and results are kept.
func (s *settings) folder() (string, error) {
	if s.DataDir != "" {
		return s.DataDir, nil
	}
	if base := os.Getenv("XDG_DATA_HOME"); base != "" {
		return filepath.Join(base, "chatmrpt"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(home, ".local", "share", "chatmrpt"), nil
}

// zone is where users' days begin and end.
func (s *settings) zone() (*time.Location, error) {
	zone, err := time.LoadLocation(s.TimeZone)
	if err != nil {
		return nil, schemaregistry.Fail("bad_time_zone", "There is no time zone %q; name one as Africa/Lagos.", s.TimeZone).Because(err)
	}
	return zone, nil
}

// limits bound what is read of a file.
func (s *settings) limits() ingest.Limits {
	limits := ingest.DefaultLimits()
	limits.Tables.Bytes = s.MaxUpload << 20
	limits.Layers.Bytes = s.MaxUpload << 20
	return limits
}

// decodeSetting reads a setting that has parts: JSON in a settings file, its text
// elsewhere.
func decodeSetting(ctx *kong.DecodeContext, into any) error {
	token, err := ctx.Scan.PopValue("JSON")
	if err != nil {
		return err
	}
	text, isText := token.Value.(string)
	if !isText {
		raw, err := json.Marshal(token.Value)
		if err != nil {
			return err
		}
		text = string(raw)
	}
	if text == "" { // as an empty variable has it
		return nil
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into)
}

// profileList is a setting that holds tool profiles by name.
type profileList schemaregistry.Profiles

// Decode reads the list for kong.
func (l *profileList) Decode(ctx *kong.DecodeContext) error {
	if err := decodeSetting(ctx, (*schemaregistry.Profiles)(l)); err != nil {
		return fmt.Errorf("a JSON object of tool profiles by name is wanted: %w", err)
	}
	return nil
}

// profiles are the tool profiles of this deployment.
func (s *settings) profiles() (schemaregistry.Profiles, error) {
	return schemaregistry.DefaultProfiles().With(schemaregistry.Profiles(s.ToolProfiles))
}

// settingsFile reads a settings file, whose keys are the options' names with
// underscores. Unlike kong's own reader it gives way to the environment.
func settingsFile(r io.Reader) (kong.Resolver, error) {
	var content bytes.Buffer
	values, err := kong.JSON(io.TeeReader(r, &content))
	if err != nil {
		return nil, fmt.Errorf("the settings file is not JSON: %w", err)
	}
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(content.Bytes(), &keys); err != nil {
		return nil, fmt.Errorf("the settings file is no JSON object: %w", err)
	}
	for _, flag := range flags.Table() {
		if keys[flag.Name] != nil {
			return nil, fmt.Errorf("%s is no setting but a flag: set %s, or name it in the file of flags", flag.Name, flags.Env(flag.Name))
		}
	}
	return kong.ResolverFunc(func(ctx *kong.Context, parent *kong.Path, flag *kong.Flag) (any, error) {
		for _, name := range flag.Envs {
			if _, set := os.LookupEnv(name); set {
				return nil, nil
			}
		}
		return values.Resolve(ctx, parent, flag)
	}), nil
}
