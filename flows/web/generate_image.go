package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// Images is the images endpoint of an OpenAI-compatible backend.
type Images struct {
	BaseURL string // such as http://localhost:8080/v1
	Key     string // "" none
	Model   string // "" draws nothing
}

// Bounds of one picture.
const (
	imageTime  = 2 * time.Minute
	imageBytes = 24 << 20
)

// GenerateImageArgs are the arguments of generate_image.
type GenerateImageArgs struct {
	Prompt        string  `json:"prompt" jsonschema:"title=picture,minLength=1,maxLength=2000,description=What should the picture show?"`
	Width         int     `json:"width,omitempty" jsonschema:"title=width,minimum=64,maximum=2048,default=1024,description=How many pixels wide?"`
	Height        int     `json:"height,omitempty" jsonschema:"title=height,minimum=64,maximum=2048,default=1024,description=How many pixels high?"`
	Steps         int     `json:"steps,omitempty" jsonschema:"title=steps,minimum=1,maximum=100,default=20,description=How many steps of drawing?"`
	GuidanceScale float64 `json:"guidance_scale,omitempty" jsonschema:"title=guidance,minimum=0,maximum=30,default=3.5,description=How closely should it follow the words?"`
}

var generateImageDef = schemaregistry.Def{
	Name: "generate_image", Title: "Draw a picture",
	Description: "Has an image model draw an illustration, such as one for a poster or a training slide. It is not for maps, charts or anything that shows data: make_map does that.",
	Category:    "map", Effect: schemaregistry.EffectRun, Cost: schemaregistry.CostExpensive, RequiresGate: true, Unspoken: true,
	Timeout: imageTime,
	Examples: []schemaregistry.Example{
		{Text: "draw a family under a bed net for the poster", Args: map[string]any{"prompt": "a family sleeping under a bed net, flat illustration"}},
		{Text: "an illustration of a health worker with an RDT, 512 by 512", Args: map[string]any{"prompt": "a health worker holding a rapid test", "width": 512, "height": 512}},
		{Text: "a sketch of a mosquito, quick one, ten steps", Args: map[string]any{"prompt": "pencil sketch of a mosquito", "steps": 10}},
	},
}

func generateImage(backend Images) schemaregistry.Handler[GenerateImageArgs] {
	client := &http.Client{}
	return func(ctx context.Context, _ *schemaregistry.Run, args GenerateImageArgs) (schemaregistry.Result, error) {
		picture, err := backend.draw(ctx, client, args)
		if err != nil {
			return schemaregistry.Result{}, err
		}
		kind := http.DetectContentType(picture)
		ending, isPicture := map[string]string{"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp"}[kind]
		if !isPicture {
			return schemaregistry.Result{}, schemaregistry.Fail("no_picture", "What the image model gave is no picture.")
		}
		return schemaregistry.Result{
			Text:        "The picture is drawn.",
			Warnings:    []string{"A model drew this picture: it shows nothing that was measured."},
			Artifacts:   []schemaregistry.Artifact{{Name: "picture." + ending, Kind: "report", MIME: kind, Data: picture}},
			SideEffects: []string{"drawn:" + backend.Model},
		}, nil
	}
}

// draw asks the endpoint for one picture.
func (b Images) draw(ctx context.Context, client *http.Client, args GenerateImageArgs) ([]byte, error) {
	body, err := json.Marshal(map[string]any{
		"model": b.Model, "prompt": args.Prompt, "n": 1, "size": fmt.Sprintf("%dx%d", args.Width, args.Height),
		"response_format": "b64_json", "steps": args.Steps, "guidance_scale": args.GuidanceScale,
	})
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(b.BaseURL, "/")+"/images/generations", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if b.Key != "" {
		request.Header.Set("Authorization", "Bearer "+b.Key)
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, noPicture(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, noPicture(fmt.Errorf("it answers %d", response.StatusCode))
	}
	content, err := io.ReadAll(io.LimitReader(response.Body, imageBytes+1))
	if err != nil {
		return nil, noPicture(err)
	}
	if len(content) > imageBytes {
		return nil, noPicture(errors.New("its answer is too long"))
	}
	var answer struct {
		Data []struct {
			Picture []byte `json:"b64_json"`
		} `json:"data"`
	}
	if err := json.Unmarshal(content, &answer); err != nil || len(answer.Data) == 0 {
		return nil, noPicture(errors.Join(errors.New("its answer holds no picture"), err))
	}
	return answer.Data[0].Picture, nil
}

func noPicture(cause error) error {
	return schemaregistry.Fail("no_picture", "The image model gives no picture now.").Because(errors.Join(schemaregistry.ErrUnavailable, cause))
}
