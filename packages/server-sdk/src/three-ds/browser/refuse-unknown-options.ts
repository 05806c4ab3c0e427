import type { KnownOptions } from '../../refuse-unknown-options.ts'

/**
 * Rejects unknown options like the entries for servers, but without their error classes, which are larger than this
 * whole entry.
 *
 * @throws {TypeError} when there is one, unless it is `undefined`; the message names it and the valid options.
 * @decision 0037
 */
export function refuseUnknownOptions<Options extends object>(
  given: Options,
  known: KnownOptions<Options>,
): void {
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !(name in known))
      throw new TypeError(`${name} is an unknown option; known: ${Object.keys(known).join(', ')}`)
}
