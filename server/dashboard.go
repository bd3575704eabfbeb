package server

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/chatmrpt/chatmrpt/core/telemetry"
)

//go:embed dashboard.html
var dashboardPage string

var dashboardTemplate = template.Must(template.New("dashboard").Funcs(template.FuncMap{
	"percent": func(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) },
	"ms":      func(v float64) string { return fmt.Sprintf("%.1f ms", v) },
}).Parse(dashboardPage))

// spans are the times that the dashboard looks back, by their names in its address.
var spans = map[string]time.Duration{"1h": time.Hour, "24h": 24 * time.Hour, "7d": 7 * 24 * time.Hour, "30d": 30 * 24 * time.Hour}

// dashboard shows how well people are understood, as the events of the store tell
// it: all nodes together, also before the last start.
func (s *Server) dashboard(c *gin.Context) {
	if !s.mayWatch(c) {
		return
	}
	span, by := c.DefaultQuery("since", "24h"), c.DefaultQuery("by", telemetry.ByTool)
	back, known := spans[span]
	if !known || by != telemetry.ByTool && by != telemetry.ByArm {
		s.refuse(c, fail(http.StatusBadRequest, "bad_span", "since is one of 1h, 24h, 7d and 30d, and by is tool or arm."))
		return
	}
	report, err := telemetry.Collect(c.Request.Context(), s.Events, time.Now().Add(-back), by)
	if err != nil {
		s.refuse(c, s.problem(c.Request.Context(), err))
		return
	}
	var page bytes.Buffer
	if err := dashboardTemplate.Execute(&page, map[string]any{
		"Report": report, "Span": span, "By": by, "Spans": []string{"1h", "24h", "7d", "30d"}, "Groups": []string{telemetry.ByTool, telemetry.ByArm},
		"Lost": s.Router.Telemetry.Dropped(), "Version": s.Version,
	}); err != nil {
		s.refuse(c, s.problem(c.Request.Context(), err))
		return
	}
	c.Header("Cache-Control", "no-store")
	c.Data(http.StatusOK, "text/html; charset=utf-8", page.Bytes())
}
