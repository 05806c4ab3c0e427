/**
 * The portal's program and style sheet, for the gateway that serves them. Node only.
 *
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'

export { PORTAL_PATHS } from './paths.ts'

/** The folder of the parts, and of their addresses. */
const PARTS = 'portal-pages'

/** The files that a document of the portal loads. */
export interface PortalProgram {
  readonly script: string
  /** The parts that it loads later, by their names, which have hashes of their contents. */
  readonly parts: ReadonlyMap<string, string>
  readonly style: string
}

/**
 * Reads the built program and style sheet, which lie in `dist` whether this module runs from there or from its source.
 *
 * @throws When the package has not been built.
 */
export function loadPortal(): PortalProgram {
  return { script: readBuilt('portal.js'), parts: readParts(), style: readBuilt('portal.css') }
}

function readParts(): ReadonlyMap<string, string> {
  const names = readdirSync(new URL(`../dist/${PARTS}`, import.meta.url))
  return new Map(names.map((name) => [name, readBuilt(`${PARTS}/${name}`)]))
}

function readBuilt(name: string): string {
  const file = new URL(`../dist/${name}`, import.meta.url)
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Error(`@sluice/portal is not built: ${name} is missing. Run the build first.`, { cause })
  }
}
