package server

import (
	"context"
	"fmt"
	"mime"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
)

const mimeXLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// A Format is one in which a result can be had besides the one it is stored in.
type Format struct {
	Name string // ending of the file: xlsx | geojson | png
	Of   string // ending of the results that it can be made of: csv | svg
	Kind string // of those results: table | map | report; "" any
	MIME string
	// Convert makes it of a stored result. An error with a sentence is shown.
	Convert func(ctx context.Context, state schemaregistry.State, content []byte) ([]byte, error)
}

func (s *Server) resultRoutes(api huma.API) {
	huma.Register(api, operation("list-results", http.MethodGet, "/api/v1/sessions/{id}/results", "results",
		"List what the turns produced", "In the order of the turns. A page is of so many turns."), s.listResults)
	get := operation("get-result", http.MethodGet, "/api/v1/sessions/{id}/results/{result}", "results",
		"Fetch a result", "A table as csv, xlsx or geojson (its wards with their boundaries); a map as svg or png.")
	get.Responses = map[string]*huma.Response{"200": {Description: "The file.", Content: map[string]*huma.MediaType{
		"text/csv": {Example: "state,lga,ward,tested,positive,tpr\nKano,Dala,Adakawa,120,30,0.25\n"}, mimeXLSX: {}, "application/geo+json": {}, "image/svg+xml": {}, "image/png": {},
	}}}
	huma.Register(api, get, s.getResult)
}

// Result is a file that a turn produced.
type Result struct {
	ID      string    `json:"id" example:"QX4KQ2M7W3T5Z6Y7A2B3C4D5E6"`
	Kind    string    `json:"kind" enum:"table,map,report"`
	Name    string    `json:"name" example:"tpr.csv"`
	MIME    string    `json:"mime" example:"text/csv; charset=utf-8"`
	Size    int64     `json:"size" example:"10240" doc:"Bytes, as it is stored."`
	Turn    int64     `json:"turn" example:"2" doc:"The number of the turn that produced it."`
	At      time.Time `json:"at"`
	Formats []string  `json:"formats" example:"[\"csv\",\"xlsx\",\"geojson\"]" doc:"What it can be fetched as; the first is how it is stored."`
}

type resultsOut struct {
	Body struct {
		Results []Result `json:"results"`
		Next    string   `json:"next,omitempty" doc:"The cursor of the next page; absent on the last."`
	}
}

func (s *Server) listResults(ctx context.Context, in *struct {
	InSession
	Paged
}) (*resultsOut, error) {
	turns, next, err := s.turns(ctx, in.ID, in.Paged)
	if err != nil {
		return nil, s.problem(ctx, err)
	}
	out := &resultsOut{}
	out.Body.Results, out.Body.Next = []Result{}, next
	for _, turn := range turns {
		for _, ref := range turn.Results {
			out.Body.Results = append(out.Body.Results, Result{
				ID: ref.ID, Kind: ref.Kind, Name: ref.Name, MIME: ref.MIME, Size: ref.Size,
				Turn: turn.Number, At: turn.At, Formats: s.formats(ref),
			})
		}
	}
	return out, nil
}

// formats are what a result can be fetched as.
func (s *Server) formats(ref session.ResultRef) []string {
	names := []string{ending(ref)}
	for _, f := range s.Formats {
		if f.fits(ref) {
			names = append(names, f.Name)
		}
	}
	return names
}

func (f Format) fits(ref session.ResultRef) bool {
	return f.Of == ending(ref) && (f.Kind == "" || f.Kind == ref.Kind)
}

func ending(ref session.ResultRef) string { return strings.TrimPrefix(filepath.Ext(ref.Name), ".") }

type resultIn struct {
	InSession
	Result string `path:"result" maxLength:"64" example:"QX4KQ2M7W3T5Z6Y7A2B3C4D5E6" doc:"The result's id."`
	Format string `query:"format" enum:"csv,xlsx,geojson,svg,png,json" doc:"One of the result's formats; none: as it is stored."`
}

type fileOut struct {
	ContentType        string `header:"Content-Type"`
	ContentDisposition string `header:"Content-Disposition"`
	CacheControl       string `header:"Cache-Control"`
	Body               []byte
}

func (s *Server) getResult(ctx context.Context, in *resultIn) (*fileOut, error) {
	file, err := s.result(ctx, in)
	if err != nil {
		return nil, s.problem(ctx, err)
	}
	return file, nil
}

func (s *Server) result(ctx context.Context, in *resultIn) (*fileOut, error) {
	if _, err := s.own(ctx, in.ID); err != nil {
		return nil, err
	}
	ref, err := s.Router.Sessions.Result(ctx, in.ID, in.Result)
	if err != nil {
		return nil, err
	}
	content, err := s.Router.Blobs.Get(ctx, ref.Hash)
	if err != nil {
		return nil, fmt.Errorf("result %s: %w", ref.ID, err)
	}
	if in.Format == "" || in.Format == ending(ref) {
		return file(ref.Name, ref.MIME, content), nil
	}
	for _, f := range s.Formats {
		if f.Name == in.Format && f.fits(ref) {
			return s.converted(ctx, in.ID, ref, f, content)
		}
	}
	return nil, fail(http.StatusUnprocessableEntity, "no_such_format", "%s cannot be had as %s; it can as %s.",
		ref.Name, in.Format, strings.Join(s.formats(ref), ", "))
}

// converted makes another format of a result, in its turn: it may take as much
// as an analysis.
func (s *Server) converted(ctx context.Context, id string, ref session.ResultRef, f Format, content []byte) (*fileOut, error) {
	leave, err := s.limits.uploads.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	loaded, err := s.Router.Sessions.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	state := schemaregistry.State{Inputs: loaded.State.Inputs, Edits: loaded.State.Edits}
	made, err := f.Convert(ctx, state, content)
	if err != nil {
		return nil, fmt.Errorf("%s as %s: %w", ref.Name, f.Name, err)
	}
	return file(strings.TrimSuffix(ref.Name, filepath.Ext(ref.Name))+"."+f.Name, f.MIME, made), nil
}

// file is an answer that a browser saves, but for pictures, which it shows.
func file(name, mimeType string, content []byte) *fileOut {
	disposition := "attachment"
	if strings.HasPrefix(mimeType, "image/") {
		disposition = "inline"
	}
	return &fileOut{
		ContentType: mimeType, Body: content,
		ContentDisposition: mime.FormatMediaType(disposition, map[string]string{"filename": name}),
		CacheControl:       "private, max-age=3600", // what is under an id never changes
	}
}
