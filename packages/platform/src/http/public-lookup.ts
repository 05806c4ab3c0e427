import { promises as dns } from 'node:dns'
import type { LookupFunction } from 'node:net'

import { isPublicAddress } from './public-address.ts'

/** The name resolves to a machine that does not belong to the caller. */
export class NotPublicError extends Error {
  override readonly name = 'NotPublicError'
}

/** Returns every address of a host name. */
export type ResolveName = (hostname: string) => Promise<readonly string[]>

/** The time limit for a name server, and the number of attempts. */
const RESOLVER = { timeout: 3_000, tries: 2 }

/**
 * Queries name servers directly. The system's resolver runs in four shared threads: four names whose servers never
 * respond would block all others.
 */
const resolveByNameServers: ResolveName = async (hostname) => {
  const resolver = new dns.Resolver(RESOLVER)
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const [failed] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []))
  if (addresses.length === 0 && failed) throw failed
  return addresses
}

/**
 * Creates the look-up of a connection: it returns the addresses of a name if every one of them is allowed. The
 * connection is made to the validated address, so a second answer of the name server changes nothing.
 *
 * @param isAllowed - public addresses are, by default.
 */
export function createPublicLookup(
  resolve: ResolveName = resolveByNameServers,
  isAllowed: (address: string) => boolean = isPublicAddress,
): LookupFunction {
  return (hostname, options, done) => {
    void resolve(hostname).then(
      (addresses) => {
        const [first, ...others] = addresses.map((address) => ({ address, family: familyOf(address) }))
        if (first === undefined) done(new NotPublicError(`${hostname} has no address`), '')
        else if (!addresses.every(isAllowed))
          done(new NotPublicError(`${hostname} resolves to an address that is not public`), '')
        else if (options.all === true) done(null, [first, ...others])
        else done(null, first.address, first.family)
      },
      (error: unknown) => done(error as NodeJS.ErrnoException, ''),
    )
  }
}

function familyOf(address: string): 4 | 6 {
  return address.includes(':') ? 6 : 4
}
