import { expect, it } from 'vitest'
import { createFakeGateway } from '../../test/fake-gateway.ts'
import { createClient } from '../client.ts'
import { ConnectionError } from './connection-error.ts'

const PORTAL =
  'This is the address of the portal. Set baseUrl to the address that the gateway prints as its own'

/** Returns the message for an address whose name the machine does not resolve. */
async function messageAt(baseUrl: string): Promise<string> {
  const unresolved = Object.assign(new Error(`getaddrinfo ENOTFOUND ${baseUrl}`), { code: 'ENOTFOUND' })
  const { options } = createFakeGateway({
    api: () => Promise.reject(new TypeError('fetch failed', { cause: unresolved })),
  })
  const error: unknown = await createClient({ ...options, baseUrl })
    .sessions.get('x')
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ConnectionError)
  return (error as Error).message
}

it.each(['http://portal.localhost:8080', 'http://portal.localhost:8080/', 'https://portal.localhost'])(
  'recognizes %s as the address of the portal',
  async (baseUrl) => expect(await messageAt(baseUrl)).toContain(PORTAL),
)

it.each(['http://portal.localhost.example', 'http://127.0.0.1:8080', 'https://portal.example'])(
  'explains that %s means that no gateway was reached',
  async (baseUrl) => {
    const message = await messageAt(baseUrl)
    expect(message).not.toContain(PORTAL)
    expect(message).toContain('Check that a gateway is running there and is reachable from this machine.')
  },
)
