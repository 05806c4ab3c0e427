import type { GrantableRole } from '@sluice/types/vocabulary'
import { makeCapability, type Random } from '@sluice/platform/kernel/random'
import { hashSecret, isHashOf } from '@sluice/platform/crypto/secret-hash'
import { findSecret, loadOrCreateSecret, replaceSecret } from '@sluice/platform/secrets/secret-file'

import type { ClientStore } from './client.ts'

/** A client with the secret that only its owner has; shown once, or kept for a test environment. */
export interface ProvidedClient {
  readonly clientId: string
  readonly clientSecret: string
}

export interface ClientRequest {
  readonly merchantId: string
  /** Begins the client's id and names the file of its secret: lower-case letters, digits and hyphens. */
  readonly name: string
  readonly roles: readonly GrantableRole[]
  /** The directory of the secret, in a file that only its owner can read. */
  readonly dataDir: string
}

export interface ProvideClientPorts {
  readonly clients: ClientStore
  readonly random: Random
}

/** The valid beginnings of a client's id. */
export const CLIENT_NAME = /^[a-z0-9-]{1,40}$/

/** Distinguishes the ids of several data directories on one database. */
const ID_SUFFIX_BYTES = 4

/**
 * Returns a client of a test environment, the same at every start: its credentials are kept in the data directory and
 * registered with the database. Where the two do not fit (another database, or another data directory on the same one),
 * the database's clients stay as they are and another client is made.
 */
export async function provideClient(
  ports: ProvideClientPorts,
  request: ClientRequest,
): Promise<ProvidedClient> {
  if (!CLIENT_NAME.test(request.name))
    throw new TypeError(`the name of a client must match ${CLIENT_NAME} (got ${request.name})`)
  const secretName = `${request.name}-client`
  const make = () => JSON.stringify(makeCredentials(request.name, ports.random))

  const kept = parseCredentials(loadOrCreateSecret(request.dataDir, secretName, make))
  if (kept && (await isRegistered(ports, request, kept))) return kept

  replaceSecret(request.dataDir, secretName, make())
  const fresh = parseCredentials(findSecret(request.dataDir, secretName) ?? '')
  if (fresh && (await isRegistered(ports, request, fresh))) return fresh
  throw new Error(`The client ${request.name} could not be registered`)
}

/**
 * Adds a client with credentials of its own that nothing keeps: they are shown once.
 *
 * @returns null when the merchant has as many clients as there may be.
 */
export async function addClient(
  { clients, random }: ProvideClientPorts,
  { merchantId, name, roles }: Omit<ClientRequest, 'dataDir'>,
): Promise<ProvidedClient | null> {
  const { client_id: clientId, client_secret: clientSecret } = makeCredentials(name, random)
  const secretHash = hashSecret(clientSecret)
  const client = {
    clientId,
    merchantId,
    secretHash,
    roles,
    subject: random.uuid(),
    status: 'ACTIVE' as const,
  }
  const added = await clients.addWithinCap(client)
  if (added === 'full') return null
  if (added === 'taken') throw new Error(`The client id ${clientId} is taken`)
  return { clientId, clientSecret }
}

/** Registers the client unless its id is taken; returns whether the registered one is the requested one. */
async function isRegistered(
  { clients, random }: ProvideClientPorts,
  { merchantId, roles }: ClientRequest,
  { clientId, clientSecret }: ProvidedClient,
): Promise<boolean> {
  const secretHash = hashSecret(clientSecret)
  await clients.add({ clientId, merchantId, secretHash, roles, subject: random.uuid(), status: 'ACTIVE' })
  const registered = await clients.find(clientId)
  return (
    registered?.status === 'ACTIVE' &&
    registered.merchantId === merchantId &&
    isHashOf(clientSecret, registered.secretHash)
  )
}

function makeCredentials(name: string, random: Random) {
  const suffix = Buffer.from(random.bytes(ID_SUFFIX_BYTES)).toString('hex')
  return { client_id: `${name}-${suffix}`, client_secret: makeCapability(random) }
}

/** Returns null for a file with other content. */
function parseCredentials(text: string): ProvidedClient | null {
  try {
    const { client_id: clientId, client_secret: clientSecret } = JSON.parse(text) as Record<string, unknown>
    const isComplete = typeof clientId === 'string' && typeof clientSecret === 'string'
    return isComplete ? { clientId, clientSecret } : null
  } catch {
    return null
  }
}
