import { didYouMean } from '@sluice/shared/nearest-name'
import { ConfigurationError } from './errors/configuration-error.ts'

/** Every option there is; one that is missing here does not compile. */
export type KnownOptions<Options> = Readonly<Record<keyof Options, true>>

/**
 * Rejects unknown options, because plain JavaScript has no compiler to find a misspelt `idempotencyKey`.
 *
 * @param argument - the name of the caller's argument.
 * @throws When there is one, unless it is `undefined`; the message names it, the nearest option, and all options.
 *   When the argument is not an object. {@link ConfigurationError}
 * @decision 0037
 */
export function refuseUnknownOptions<Options extends object>(
  given: Options,
  known: KnownOptions<Options>,
  argument = 'options',
): void {
  // If the argument is omitted, plain JavaScript passes `undefined`.
  if (typeof given !== 'object' || given === null)
    throw new ConfigurationError(
      argument,
      `must be an object; its members are ${Object.keys(known).join(', ')}`,
    )
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || Object.hasOwn(known, name)) continue
    const names = Object.keys(known)
    throw new ConfigurationError(
      name,
      `is an unknown option.${didYouMean(name, names)} Options: ${names.join(', ')}`,
    )
  }
}
