import { ConfigurationError } from './errors/configuration-error.ts'

/** Every option there is; one that is missing here does not compile. */
export type KnownOptions<Options> = Readonly<Record<keyof Options, true>>

/**
 * Refuses an option that nobody reads: plain JavaScript has no compiler to find a misspelt `idempotencyKey`.
 *
 * @throws When there is one, unless it is `undefined`; the message names it and those that there are. {@link ConfigurationError}
 * @decision 0389
 */
export function refuseUnknownOptions<Options extends object>(
  given: Options,
  known: KnownOptions<Options>,
): void {
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && !Object.hasOwn(known, name))
      throw new ConfigurationError(name, `is no option; there are ${Object.keys(known).join(', ')}`)
  }
}
