package dataset

// Role is what an indicator counts, in the order of the cascade.
type Role string

// The roles.
const (
	RoleAttendance Role = "attendance"
	RoleSuspected  Role = "suspected" // presenting with fever
	RoleTested     Role = "tested"
	RolePositive   Role = "positive" // confirmed
	RoleTreated    Role = "treated"
	RoleRate       Role = "rate" // per 1,000 and the like: never summed
)

// Method is the test method.
type Method string

// The methods. AnyMethod is a count that does not tell the method.
const (
	AnyMethod  Method = ""
	RDT        Method = "rdt"
	Microscopy Method = "microscopy"
)

// Age is the age or population group.
type Age string

// The groups. AnyAge is a count that does not tell the group.
const (
	AnyAge Age = ""
	U5     Age = "u5" // under five years
	O5     Age = "o5" // five and over, excluding pregnant women
	PW     Age = "pw" // pregnant women
)

// Level is the level of care of a facility.
type Level string

// The levels. NoLevel is a file that does not tell, or a word it does not know.
const (
	NoLevel   Level = ""
	Primary   Level = "primary"
	Secondary Level = "secondary"
	Tertiary  Level = "tertiary"
)

// An Indicator is what a column counts.
type Indicator struct {
	Role   Role
	Method Method
	Age    Age
}
