package server_test

import (
	"bytes"
	"encoding/json"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/chatmrpt/chatmrpt/core/router"
)

// An analyst's whole job over HTTP: files in, positivity, a map, a ranking and a
// plan, in every format.
func TestTheWholeJob(t *testing.T) {
	s := openService(t, local)
	session := s.start("")
	reply := s.upload("", session, state())
	if !strings.Contains(reply.Answer, "I read 4 files") {
		t.Fatalf("upload: %s", reply.Text())
	}
	for _, text := range []string{
		"TPR for under fives with defaults", "take them all", "map it", "rank the wards by risk with defaults", "plan 200000 nets with defaults",
	} {
		reply = s.say("", session, text)
		for range 4 { // what only the analyst can know is asked even so
			if reply.Outcome != router.Asked {
				break
			}
			reply = s.say("", session, "1")
		}
	}
	var known struct {
		Turns int64
		Files []struct{ Name string }
		Done  []struct {
			Kind  string
			Stale bool
		}
	}
	s.want(http.StatusOK, request{method: "GET", path: session}, &known)
	kinds := []string{}
	for _, d := range known.Done {
		if d.Stale {
			t.Errorf("%s is stale", d.Kind)
		}
		kinds = append(kinds, d.Kind)
	}
	if strings.Join(kinds, " ") != "tpr risk itn" || len(known.Files) != 4 || known.Turns < 6 {
		t.Errorf("the session knows %+v", known)
	}
	var listed struct {
		Results []struct {
			ID, Name, Kind string
			Formats        []string
		}
	}
	s.want(http.StatusOK, request{method: "GET", path: session + "/results?limit=200"}, &listed)
	fetched := map[string]string{}
	for _, result := range listed.Results {
		for _, format := range result.Formats {
			a := s.want(http.StatusOK, request{method: "GET", path: session + "/results/" + result.ID + "?format=" + format}, nil)
			fetched[result.Name+" "+format] = a.body
			if !strings.Contains(a.header.Get("Content-Disposition"), "."+format) {
				t.Errorf("%s as %s: %v", result.Name, format, a.header)
			}
		}
	}
	checkTable(t, fetched)
	if picture, err := png.Decode(strings.NewReader(fetched["map-tpr.svg png"])); err != nil || picture.Bounds().Dx() != 1280 {
		t.Errorf("the picture: %v", err)
	}
	if !strings.HasPrefix(fetched["map-tpr.svg svg"], "<svg") || !strings.HasPrefix(fetched["itn.csv csv"], "state,lga,ward") {
		t.Errorf("fetched %d files", len(fetched))
	}
}

// checkTable holds the three forms of the table of positivity together.
func checkTable(t *testing.T, fetched map[string]string) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(fetched["tpr.csv csv"]), "\n")
	book, err := excelize.OpenReader(bytes.NewReader([]byte(fetched["tpr.csv xlsx"])))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	rows, err := book.GetRows("Sheet1")
	if err != nil || len(rows) != len(lines) || strings.Join(rows[0], ",") != lines[0] {
		t.Errorf("%d rows in the workbook, %d in the table: %v", len(rows), len(lines), err)
	}
	var layer struct {
		Features []struct {
			Geometry   *struct{ Type string }
			Properties map[string]any
		}
	}
	if err := json.Unmarshal([]byte(fetched["tpr.csv geojson"]), &layer); err != nil {
		t.Fatal(err)
	}
	if len(layer.Features) != len(lines)-1 {
		t.Errorf("%d features for %d wards", len(layer.Features), len(lines)-1)
	}
	for _, f := range layer.Features {
		if f.Geometry == nil || f.Geometry.Type != "MultiPolygon" {
			t.Errorf("%v has no area", f.Properties["ward"])
		}
		_, isNumber := f.Properties["tested"].(float64)
		if missing := f.Properties["flags"] == "no_tests"; isNumber == missing || missing != (f.Properties["tpr"] == nil) {
			t.Errorf("the properties %v", f.Properties) // a missing value is null, never zero
		}
	}
}
