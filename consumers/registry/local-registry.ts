import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PackageManifest } from '../../tools/pack.ts'

/** A registry on this machine, for the packages of our scope alone: packuments and tarballs. */
export interface LocalRegistry {
  readonly url: string
  close(): Promise<void>
}

/** @param tarballs - paths, one of each package. */
export async function startLocalRegistry(tarballs: readonly string[]): Promise<LocalRegistry> {
  const packages = new Map(
    tarballs.map((path) => {
      const bytes = readFileSync(path)
      const text = execFileSync('tar', ['-xzOf', path, 'package/package.json'], { encoding: 'utf8' })
      const manifest = JSON.parse(text) as PackageManifest
      return [manifest.name, { manifest, bytes }]
    }),
  )
  const server = createServer((request, response) => {
    // Clients write a scoped name as `@scope%2fname`.
    const path = decodeURIComponent(request.url ?? '').slice(1)
    const [name = '', file] = path.split('/-/')
    const found = packages.get(name)
    if (!found) return response.writeHead(404).end('{"error":"not found"}')
    if (file !== undefined) return response.end(found.bytes)
    const { manifest, bytes } = found
    const dist = {
      tarball: `${url}/${name}/-/package.tgz`,
      integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
      shasum: createHash('sha1').update(bytes).digest('hex'),
    }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        name,
        'dist-tags': { latest: manifest.version },
        versions: { [manifest.version]: { ...manifest, dist } },
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
