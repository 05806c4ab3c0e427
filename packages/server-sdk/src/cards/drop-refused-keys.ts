import { ValidationError } from '../errors/validation-error.ts'
import { toApiPromise } from '../http/api-promise.ts'
import type { Transport } from '../http/transport.ts'
import type { EncryptionKeyCache } from './encryption-key-cache.ts'

/** The gateway's message about a field that was sealed for a key that it no longer has. */
const UNKNOWN_KEY = 'Encryption key is unknown or expired'

/**
 * Lets the gateway's refusal of a key end the life of the kept set, so that the next card is sealed for a newer one.
 * The refused request is not sent again, because its card is no longer available.
 */
export function dropRefusedKeys(transport: Transport, keys: EncryptionKeyCache): Transport {
  return {
    ...transport,
    call(name, input, options) {
      const pending = transport.call(name, input, options).withResponse()
      return toApiPromise(
        pending.catch((error: unknown) => {
          const isAboutKey =
            error instanceof ValidationError && error.errors.some(({ message }) => message === UNKNOWN_KEY)
          if (isAboutKey) keys.forget()
          throw error
        }),
      )
    },
  }
}
