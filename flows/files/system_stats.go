package files

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/shirou/gopsutil/v4/cpu"
	"github.com/shirou/gopsutil/v4/disk"
	"github.com/shirou/gopsutil/v4/mem"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// SystemStatsArgs are the arguments of system_stats: none.
type SystemStatsArgs struct{}

var systemStatsDef = schemaregistry.Def{
	Name: "system_stats", Title: "Load of this machine",
	Description: "Says how much of the processors, the memory and the disk of this machine is in use, in percent. Use it when something is slow or a disk may be full.",
	Category:    schemaregistry.CategoryExecution, Unspoken: true,
	Examples: []schemaregistry.Example{
		{Text: "why is it so slow today?", Args: map[string]any{}},
		{Text: "is the disk full", Args: map[string]any{}},
		{Text: "how busy is the server", Args: map[string]any{}},
	},
}

// loadOver is the time over which the processors are watched.
const loadOver = 200 * time.Millisecond

func systemStats(folder string) schemaregistry.Handler[SystemStatsArgs] {
	return func(ctx context.Context, _ *schemaregistry.Run, _ SystemStatsArgs) (schemaregistry.Result, error) {
		processors, err := cpu.PercentWithContext(ctx, loadOver, false)
		if err == nil && len(processors) == 0 {
			err = errors.New("no processor is known")
		}
		memory, errMemory := mem.VirtualMemoryWithContext(ctx)
		space, errDisk := disk.UsageWithContext(ctx, existing(folder))
		if err := errors.Join(err, errMemory, errDisk); err != nil {
			return schemaregistry.Result{}, schemaregistry.Fail("no_stats", "The load of this machine cannot be read.").Because(err)
		}
		used := schemaregistry.Numbers{round(processors[0]), round(memory.UsedPercent), round(space.UsedPercent)}
		return schemaregistry.Result{
			Text: fmt.Sprintf("In use: %v %% of the processors, %v %% of the memory, %v %% of the disk with the data.", used[0], used[1], used[2]),
			Table: &schemaregistry.Table{Columns: []schemaregistry.Column{
				{Name: "resource", Text: []string{"cpu", "memory", "disk"}}, {Name: "used", Unit: "percent", Numbers: used},
			}},
		}, nil
	}
}

func round(percent float64) float64 { return math.Round(percent*10) / 10 }

// existing is the nearest folder above that there is.
func existing(folder string) string {
	for folder != filepath.Dir(folder) {
		if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		folder = filepath.Dir(folder)
	}
	return folder
}
