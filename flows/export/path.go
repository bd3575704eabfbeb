package export

import (
	"fmt"
	"strconv"
)

// path draws a path of the commands M, l, v, h and z.
func (d *drawing) path(data string, s style) error {
	scan := pathScanner{data: data}
	var x, y float64
	for {
		command, ok := scan.command()
		if !ok {
			return scan.err
		}
		switch command {
		case 'M':
			x, y = scan.number(), scan.number()
			d.page.MoveTo(s.x+s.scale*x, s.y+s.scale*y)
		case 'l', 'h', 'v':
			for scan.hasNumber() {
				if command != 'v' {
					x += scan.number()
				}
				if command != 'h' {
					y += scan.number()
				}
				d.page.LineTo(s.x+s.scale*x, s.y+s.scale*y)
			}
		case 'z':
			d.page.ClosePath()
		default:
			return fmt.Errorf("a path has the command %q", command)
		}
		if scan.err != nil {
			return scan.err
		}
	}
}

// A pathScanner reads commands and numbers, which a minus sign parts as well as
// a space does.
type pathScanner struct {
	data string
	err  error
}

func (s *pathScanner) skip() {
	for s.data != "" && (s.data[0] == ' ' || s.data[0] == ',' || s.data[0] == '\n') {
		s.data = s.data[1:]
	}
}

func (s *pathScanner) command() (command byte, ok bool) {
	s.skip()
	if s.data == "" {
		return 0, false
	}
	command, s.data = s.data[0], s.data[1:]
	return command, true
}

func (s *pathScanner) hasNumber() bool {
	s.skip()
	return s.err == nil && s.data != "" && (s.data[0] == '-' || s.data[0] == '.' || s.data[0] >= '0' && s.data[0] <= '9')
}

func (s *pathScanner) number() float64 {
	s.skip()
	end := 0
	for end < len(s.data) && (s.data[end] == '.' || s.data[end] >= '0' && s.data[end] <= '9' || end == 0 && s.data[end] == '-') {
		end++
	}
	v, err := strconv.ParseFloat(s.data[:end], 64)
	if err != nil {
		s.err = fmt.Errorf("a path has a number that is none: %w", err)
		return 0
	}
	s.data = s.data[end:]
	return v
}
