import { readFileSync } from 'node:fs'

/**
 * The version of the gateway that this code is part of. A build lies as far below its package's manifest as this file below the one of
 * the sources, whose 0.0.0 says that they are no release.
 */
export const RELEASE: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    readonly version: string
  }
).version
