import type { KnownOptions } from '../../refuse-unknown-options.ts'

/**
 * Refuses an option that nobody reads, as the entries for servers do: without their errors, which weigh more than all of this.
 *
 * @throws {TypeError} when there is one, unless it is `undefined`; the message names it and those that there are.
 * @decision 0389
 */
export function refuseUnknownOptions<Options extends object>(
  given: Options,
  known: KnownOptions<Options>,
): void {
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !(name in known))
      throw new TypeError(`${name} is an unknown option; known: ${Object.keys(known).join(', ')}`)
}
