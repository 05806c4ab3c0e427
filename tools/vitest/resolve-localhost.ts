/**
 * Names below `localhost` lead to this machine (RFC 6761 §6.3), in every browser and in few resolvers. The programs of
 * tests connect as browsers do; what they send as `Host` stays the name.
 */
import dns, { type LookupAddress, type LookupOptions } from 'node:dns'

type Done = (error: Error | null, address: string | LookupAddress[], family?: number) => void

const MARK = Symbol.for('sluice.resolve-localhost')
const patched = dns as typeof dns & { [MARK]?: true }

// Test files share one process.
if (!patched[MARK]) {
  patched[MARK] = true
  const { lookup } = dns
  const answer = (hostname: string, options: LookupOptions, done: Done) => {
    if (!hostname.endsWith('.localhost')) return lookup(hostname, options, done as never)
    const address = { address: '127.0.0.1', family: 4 }
    return options.all ? done(null, [address]) : done(null, address.address, address.family)
  }
  dns.lookup = answer as never
}
