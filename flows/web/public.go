package web

import (
	"net/netip"
	"slices"
	"syscall"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// notPublic are ranges that look public and are not, or that lead to others: shared
// and benchmark networks, documentation, what is reserved, and IPv6 addresses that
// carry an IPv4 address (RFC 6890, 6052, 3056, 4380).
var notPublic = prefixes(
	"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
	"::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fec0::/10",
)

func prefixes(texts ...string) []netip.Prefix {
	list := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		list[i] = netip.MustParsePrefix(text)
	}
	return list
}

// isPublic reports that an address is one of the public internet.
func isPublic(address netip.Addr) bool {
	return address.IsGlobalUnicast() && !address.IsPrivate() &&
		!slices.ContainsFunc(notPublic, func(p netip.Prefix) bool { return p.Contains(address) })
}

// publicOnly is the Control of a dialer: it sees the address that a name was resolved
// to, for every connection, and so for every redirect too.
func publicOnly(allow []netip.Prefix) func(network, address string, c syscall.RawConn) error {
	return func(_, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil {
			return err
		}
		ip := to.Addr().Unmap().WithZone("")
		if isPublic(ip) || slices.ContainsFunc(allow, func(p netip.Prefix) bool { return p.Contains(ip) }) {
			return nil
		}
		return schemaregistry.Fail("private_address", "That address leads into a private network and is not read.")
	}
}
