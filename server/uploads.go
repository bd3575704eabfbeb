package server

import (
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"

	"github.com/chatmrpt/chatmrpt/core/router"
)

const (
	mostFiles   = 32               // in one upload
	longestName = 255              // of a file, in bytes
	silence     = 60 * time.Second // without a byte ends an upload: lines are slow, not dead
	envelope    = 1 << 20          // what multipart may add to the files, in bytes
)

func upload() huma.Operation {
	o := operation("upload", http.MethodPost, "/api/v1/sessions/{id}/uploads", "turns",
		"Add files", "Facility files, DHIS2 exports, ward tables (CSV, TSV, XLSX) and boundaries (zipped shapefile, GeoJSON), several at once. They are read together with the files already there. When one cannot be used the session keeps the files that it had.")
	o.Errors = append(o.Errors, http.StatusUnsupportedMediaType)
	return o
}

// filesBody describes what is uploaded. It is added to the description only: huma
// would read the body itself.
var filesBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {
	Schema: &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{
		"files": {Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString, Format: "binary"}, Description: "The files, each with its name."},
	}},
}}}

type uploadIn struct {
	InSession
	Once
	Answering
}

func (s *Server) addFiles(ctx context.Context, in *uploadIn) (*huma.StreamResponse, error) {
	if _, err := s.own(ctx, in.ID); err != nil {
		return nil, s.problem(ctx, err)
	}
	leave, err := s.limits.arrivals.tryEnter()
	if err != nil {
		return nil, err
	}
	arrived, err := s.receive(in.huma)
	if err != nil {
		leave()
		return nil, s.problem(ctx, err)
	}
	add := func(ctx context.Context, progress router.Progress) (router.Reply, error) {
		uploads, err := arrived.read()
		if err != nil {
			return router.Reply{}, err
		}
		reply, err := s.Router.AddFiles(ctx, in.ID, uploads, router.Options{Key: in.Key, Progress: progress})
		if err == nil && reply.Outcome == router.Failed {
			err = refused(reply)
		}
		return reply, err
	}
	release := func() { arrived.close(); leave() }
	return s.answer(in.huma, task{session: in.ID, within: s.limits.uploads, do: add, release: release})
}

// refused is the problem of files that cannot be used.
func refused(reply router.Reply) *Problem {
	status, known := statuses[reply.Code]
	if !known {
		status = http.StatusUnprocessableEntity
	}
	return fail(status, reply.Code, "%s", reply.Answer)
}

// spooled are files that have arrived and wait on disk for their turn: only those
// being read are in memory.
type spooled []spooledFile

type spooledFile struct {
	name    string
	content *os.File // without a name in its folder: it goes when it is closed
}

// receive takes the files of a multipart body, however slowly they come.
func (s *Server) receive(ctx huma.Context) (arrived spooled, err error) {
	defer func() {
		if err != nil {
			arrived.close()
			arrived = nil
		}
	}()
	c := humagin.Unwrap(ctx)
	if c.Request.ContentLength > s.Limits.Upload+envelope {
		return nil, s.tooLarge()
	}
	control := http.NewResponseController(c.Writer)
	defer control.SetReadDeadline(time.Time{}) //nolint:errcheck // the connection may be gone
	c.Request.Body = &patient{http.MaxBytesReader(c.Writer, c.Request.Body, s.Limits.Upload+envelope), control}
	form, err := c.Request.MultipartReader()
	if err != nil {
		return nil, fail(http.StatusUnsupportedMediaType, "not_multipart", "Files are sent as multipart/form-data.")
	}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return arrived, s.cutShort(err)
		}
		if part.FileName() == "" { // an ordinary field
			continue
		}
		if len(arrived) == mostFiles {
			return arrived, fail(http.StatusRequestEntityTooLarge, "too_many_files", "More than %d files came at once; send them in several uploads.", mostFiles)
		}
		file, err := s.spool(part)
		if err != nil {
			return arrived, err
		}
		arrived = append(arrived, file)
	}
	if len(arrived) == 0 {
		return nil, fail(http.StatusUnprocessableEntity, "no_files", "No file came with the upload.")
	}
	return arrived, nil
}

// patient reads a body as long as something of it arrives.
type patient struct {
	io.ReadCloser
	control *http.ResponseController
}

func (p *patient) Read(b []byte) (int, error) {
	if err := p.control.SetReadDeadline(time.Now().Add(silence)); err != nil {
		return 0, err
	}
	return p.ReadCloser.Read(b)
}

// spool writes one file of the body to disk.
func (s *Server) spool(part *multipart.Part) (spooledFile, error) {
	name := strings.ToValidUTF8(part.FileName(), "�")
	if len(name) > longestName {
		return spooledFile{}, fail(http.StatusUnprocessableEntity, "name_too_long", "The name of a file is longer than %d bytes; give it a shorter one.", longestName)
	}
	content, err := os.CreateTemp(s.Spool, "upload-*")
	if err != nil {
		return spooledFile{}, err
	}
	if err := os.Remove(content.Name()); err != nil {
		return spooledFile{}, errors.Join(err, content.Close())
	}
	if _, err := io.Copy(content, part); err != nil {
		return spooledFile{}, errors.Join(s.cutShort(err), content.Close())
	}
	return spooledFile{name, content}, nil
}

// cutShort says why a body did not arrive whole.
func (s *Server) cutShort(err error) error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return s.tooLarge()
	}
	return fail(http.StatusBadRequest, "cut_short", "The upload was cut short; send it again.")
}

func (s *Server) tooLarge() *Problem {
	return fail(http.StatusRequestEntityTooLarge, "file_too_large", "The upload is larger than the limit of %d MB.", s.Limits.Upload>>20)
}

// read takes the files into memory.
func (f spooled) read() ([]router.Upload, error) {
	uploads := make([]router.Upload, len(f))
	for i, file := range f {
		size, err := file.content.Seek(0, io.SeekEnd)
		if err != nil {
			return nil, err
		}
		content := make([]byte, size)
		if _, err := file.content.ReadAt(content, 0); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		uploads[i] = router.Upload{Name: file.name, Content: content}
	}
	return uploads, nil
}

func (f spooled) close() {
	for _, file := range f {
		_ = file.content.Close() // nothing of it is needed any more
	}
}
