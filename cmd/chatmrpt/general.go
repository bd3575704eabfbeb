package main

import (
	"context"
	"errors"
	"net/netip"
	"path/filepath"

	"github.com/chatmrpt/chatmrpt/core/account"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/files"
	"github.com/chatmrpt/chatmrpt/flows/notes"
	"github.com/chatmrpt/chatmrpt/flows/web"
)

// netList is a setting that lists ranges of addresses.
type netList []netip.Prefix

// generalTools declares what a model can do besides the analyses, as far as the
// settings allow it. Without a database the tools can be listed and not run.
func generalTools(s *settings, db database) ([]*schemaregistry.Tool, error) {
	folder, err := s.folder()
	if err != nil {
		return nil, err
	}
	workspace := files.Config{
		Folder: filepath.Join(folder, "workspaces"),
		Shelves: map[string]func(context.Context, string) (string, error){
			"skills": func(ctx context.Context, name string) (string, error) { return notes.SkillText(ctx, db, name) },
		},
	}
	if s.AllowShell {
		workspace.Shell = func(ctx context.Context, user string) (bool, error) { return s.isOperator(ctx, db, user) }
	}
	tools := append(notes.Tools(db), files.Tools(workspace)...)
	outside := web.Config{SearXNG: s.SearXNGURL, Allow: s.WebAllow, UserAgent: "chatmrpt/" + version}
	if s.ImageModel != "" {
		outside.Images = web.Images{BaseURL: s.LLMBaseURL, Key: s.LLMAPIKey.Reveal(), Model: s.ImageModel}
	}
	return append(tools, web.Tools(outside)...), nil
}

// isOperator reports whether a user runs the service: one with that role, and whoever
// works on this machine without any sign-in.
func (s *settings) isOperator(ctx context.Context, users account.Store, name string) (bool, error) {
	user, err := users.User(ctx, name)
	if errors.Is(err, account.ErrNotFound) {
		return name == s.User && s.AccessToken.Reveal() == "", nil
	}
	return user.Role == account.Operator, err
}
