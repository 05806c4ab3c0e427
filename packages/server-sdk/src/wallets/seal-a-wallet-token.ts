import type { CardSealing } from '../cards/card-sealing.ts'
import type { SealedNetworkToken } from '../cards/network-token.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import type { AWalletKey } from './a-wallet-key.ts'
import type { AWalletTokenInput } from './a-wallet-token.ts'
import { type AWalletOptions, decryptAWalletToken } from './decrypt-a-wallet-token.ts'

/** `payment_method` of a payment with an opened wallet token. */
export interface NetworkTokenMethod {
  /** The kind of payment method. */
  type: 'network-token'
  /** The sealed token. */
  data: SealedNetworkToken
}

/**
 * Converts a wallet's token (EC_v1) to a `payment_method`: it decrypts it like {@link decryptAWalletToken}, and seals
 * it for the gateway. The number and the cryptogram never reach a variable of yours.
 *
 * Seal again for every transaction: the gateway accepts a sealed field once.
 *
 * @param client - of `createClient`.
 * @returns `payment_method` for `client.transactions.authorize`. The answer has a `result`; with a cryptogram there
 *   is no 3-D Secure step, but handle one as usual.
 * @throws As {@link decryptAWalletToken} and {@link CardSealing.encryptNetworkToken} do.
 * @throws When the client is missing; the token was not claimed. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * const payment_method = await sealAWalletToken(client, token, keys, { currency: 'EUR', amount: 1850 })
 * await client.transactions.authorize({ ...order, payment_method })
 * ```
 */
export async function sealAWalletToken(
  client: Pick<CardSealing, 'encryptNetworkToken'>,
  token: AWalletTokenInput,
  keys: readonly AWalletKey[],
  options?: AWalletOptions,
): Promise<NetworkTokenMethod> {
  if (typeof client?.encryptNetworkToken !== 'function')
    throw new ConfigurationError('client', 'must be a client from createClient')
  const payment = await decryptAWalletToken(token, keys, options)
  return { type: 'network-token', data: await client.encryptNetworkToken(payment) }
}
