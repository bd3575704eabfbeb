package dataset

// The risk categories, from highest to lowest.
const (
	High   = "High"
	Medium = "Medium"
	Low    = "Low"
)

// Categories lists the risk categories from highest to lowest.
var Categories = []string{High, Medium, Low}

// Category puts a rank (1 = highest risk) among n ranked wards into a third:
// High up to ceil(n/3), Medium up to ceil(2n/3), Low beyond. Wards that share a
// rank share a category, so a tie is never split.
func Category(rank, n int) string {
	switch {
	case rank <= (n+2)/3:
		return High
	case rank <= (2*n+2)/3:
		return Medium
	}
	return Low
}
