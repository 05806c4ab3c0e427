/**
 * The portal's program and style sheet, for the gateway that serves them. Node only.
 *
 * @module
 */
import { readFileSync } from 'node:fs'

export { PORTAL_PATHS } from './paths.ts'

/** What a document of the portal loads. */
export interface PortalProgram {
  readonly script: string
  readonly style: string
}

/**
 * Reads the built program and style sheet, which lie in `dist` whether this module runs from there or from its source.
 *
 * @throws When the package has not been built.
 */
export function loadPortal(): PortalProgram {
  return { script: readBuilt('portal.js'), style: readBuilt('portal.css') }
}

function readBuilt(name: string): string {
  const file = new URL(`../dist/${name}`, import.meta.url)
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Error(`@sluice/portal is not built: ${name} is missing. Run the build first.`, { cause })
  }
}
