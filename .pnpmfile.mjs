/**
 * What a manifest becomes when its package is packed: without what only the workspace uses, and with the addresses that
 * the owner sets once, as `repository`, `homepage` and `bugs` of the root's package.json.
 */
import { readFileSync } from 'node:fs'

const WORKSPACE_CONDITION = '@sluice/source'

/** Read by sister packages while they are built, and by nothing else. */
export const FOR_SISTERS = new Set(['./assets', './parts', './seal-natively'])

const ADDRESSES = /** @type {const} */ (['homepage', 'bugs', 'repository'])

/** @param {Record<string, any>} manifest @param {string} folder */
function beforePacking(manifest, folder) {
  const { devDependencies: _, scripts: __, ...published } = manifest
  const root = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
  Object.assign(published, addressesOf(root, folder))
  if (published.exports) published.exports = publicExports(published.exports)
  return published
}

/**
 * @param {Record<string, any>} root - the root's package.json.
 * @param {string} folder - of the package, which the repository's address names beside its own.
 */
export function addressesOf(root, folder) {
  const set = ADDRESSES.filter((name) => root[name]).map((name) => [name, root[name]])
  /** @type {Record<string, any>} */
  const addresses = Object.fromEntries(set)
  if (typeof root.repository === 'object')
    addresses.repository = { ...root.repository, directory: folder.split('/').slice(-2).join('/') }
  return addresses
}

/** @param {Record<string, any>} exports */
function publicExports(exports) {
  return Object.fromEntries(
    Object.entries(exports)
      .filter(([path]) => !FOR_SISTERS.has(path))
      .map(([path, target]) => {
        if (typeof target === 'string') return [path, target]
        const { [WORKSPACE_CONDITION]: _, ...conditions } = target
        return [path, conditions]
      }),
  )
}

export const hooks = { beforePacking }
