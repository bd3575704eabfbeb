package account

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"
	"sync"

	"golang.org/x/crypto/argon2"
)

// Argon2id as OWASP's Password Storage Cheat Sheet recommends: 19 MiB, two
// passes, one lane.
const (
	memory   = 19 << 10 // KiB
	passes   = 2
	lanes    = 1
	saltSize = 16 // bytes
	keySize  = 32 // bytes
)

// hashing bounds the memory of passwords that are hashed at once.
var hashing = make(chan struct{}, 4)

// hashPassword writes the hash with its salt and parameters in the PHC format.
func hashPassword(password string) string {
	salt := make([]byte, saltSize)
	rand.Read(salt) //nolint:errcheck // it never fails
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, memory, passes, lanes,
		base64.RawStdEncoding.EncodeToString(salt),
		base64.RawStdEncoding.EncodeToString(derive(password, salt, passes, memory, lanes, keySize)))
}

func derive(password string, salt []byte, passes, memory uint32, lanes uint8, size uint32) []byte {
	hashing <- struct{}{}
	defer func() { <-hashing }()
	return argon2.IDKey([]byte(password), salt, passes, memory, lanes, size)
}

// fits reports whether a password has this hash. A hash that cannot be read fits
// none.
func fits(password, hash string) bool {
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return false
	}
	var m, t uint32
	var p uint8
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &m, &t, &p); err != nil || t == 0 || p == 0 || m > 1<<20 {
		return false
	}
	salt, saltErr := base64.RawStdEncoding.DecodeString(parts[4])
	key, keyErr := base64.RawStdEncoding.DecodeString(parts[5])
	if saltErr != nil || keyErr != nil || len(key) == 0 {
		return false
	}
	return subtle.ConstantTimeCompare(key, derive(password, salt, t, m, p, uint32(len(key)))) == 1
}

// nobody is the hash that a password is compared with where there is no user, so
// that names cannot be found out by the time that it takes.
var nobody = sync.OnceValue(func() string { return hashPassword(rand.Text()) })
