import type { Clients } from '../identity/index.ts'
import type { Random } from '../kernel/random.ts'
import { makeClientKey, type MerchantStore } from '../merchants/index.ts'

/** What a merchant's server and pages need to pay; the secret is shown this once. */
export interface MadeCredentials {
  readonly clientId: string
  readonly clientSecret: string
  readonly clientKey: string
}

export interface CredentialsPorts {
  readonly clients: Pick<Clients, 'create'>
  readonly merchants: Pick<MerchantStore, 'addClientKey'>
  readonly random: Random
  readonly environment: 'test' | 'production'
}

/**
 * Makes a client with the role `merchant`, and a client key for pages of the origins.
 *
 * @throws When the name cannot begin a client's id: 1 to 40 lower-case letters, digits and hyphens.
 */
export async function makeCredentials(
  { clients, merchants, random, environment }: CredentialsPorts,
  wish: {
    readonly merchantId: string
    /** Begins the client's id. */
    readonly name: string
    readonly origins: readonly string[]
  },
): Promise<MadeCredentials> {
  const { merchantId, name, origins } = wish
  const made = await clients.create({ merchantId, name, roles: ['merchant'] })
  if (!made.ok) throw new TypeError(`no client was made: ${made.refusal}`)
  const clientKey = makeClientKey(environment, random)
  await merchants.addClientKey({ merchantId, clientKey, origins })
  return { ...made.value, clientKey }
}
