package choiceinterp

// A rowTable numbers features in the order in which they are first seen: a hash
// table with open addressing, because training asks it for every feature of
// every line.
type rowTable struct {
	slots []rowSlot
	shift uint
	count int
}

type rowSlot struct {
	feature uint32
	row     int32 // counted from 1; 0 is a free slot
}

const smallestTable = 13 // bits

func newRowTable() rowTable {
	return rowTable{slots: make([]rowSlot, 1<<smallestTable), shift: 32 - smallestTable}
}

// slot is where a feature stands or would stand.
func (t *rowTable) slot(feature uint32) *rowSlot {
	mask := len(t.slots) - 1
	for at := int(feature * 0x9E3779B1 >> t.shift); ; at = (at + 1) & mask {
		s := &t.slots[at]
		if s.row == 0 || s.feature == feature {
			return s
		}
	}
}

// add returns the feature's row, a new one when it was not seen before.
func (t *rowTable) add(feature uint32) int32 {
	s := t.slot(feature)
	if s.row > 0 {
		return s.row - 1
	}
	t.count++
	*s = rowSlot{feature, int32(t.count)}
	if 2*t.count > len(t.slots) {
		t.grow()
	}
	return int32(t.count) - 1
}

// addAll returns the rows of the features of every case.
func (t *rowTable) addAll(features [][]uint32) [][]int32 {
	total := 0
	for _, f := range features {
		total += len(f)
	}
	rows, all := make([][]int32, len(features)), make([]int32, total)
	for i, f := range features {
		rows[i], all = all[:len(f)], all[len(f):]
		for j, feature := range f {
			rows[i][j] = t.add(feature)
		}
	}
	return rows
}

// find returns the feature's row, or -1.
func (t *rowTable) find(feature uint32) int32 { return t.slot(feature).row - 1 }

func (t *rowTable) grow() {
	old := t.slots
	t.slots = make([]rowSlot, 4*len(old))
	t.shift -= 2
	for _, s := range old {
		if s.row > 0 {
			*t.slot(s.feature) = s
		}
	}
}
