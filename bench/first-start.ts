/**
 * Measures the downloads of `npm start` on a machine that has nothing, and the time until the first payment is
 * possible: a fresh clone of the last commit, with its own package store and home in a temporary directory. A proxy
 * here counts every byte from the registry.
 *
 *     node bench/first-start.ts
 *
 * Needs the registry and 1 GB in the temporary directory; all of it is removed again.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const REPOSITORY = join(import.meta.dirname, '..')
const BYTES_PER_MEGABYTE = 1e6

const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
let receivedBytes = 0
let answers = 0
let lastByteAtMs = 0

const proxy = createServer((request, response) => void relay(request, response))
await once(proxy.listen(0, '127.0.0.1'), 'listening')
const registry = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`

const folder = mkdtempSync(join(tmpdir(), 'sluice-first-start-'))
try {
  const clone = join(folder, 'clone')
  execFileSync('git', ['clone', '--quiet', REPOSITORY, clone])
  const npm = spawn(process.execPath, [join(clone, 'tools/start.mjs')], {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOME: join(folder, 'home'),
      SLUICE_DATA: join(folder, 'data'),
      SLUICE_PORT: '0',
      SHOP_PORT: '0',
      ...Object.fromEntries(
        ['npm_config', 'pnpm_config'].flatMap((prefix) => [
          [`${prefix}_registry`, registry],
          [`${prefix}_store_dir`, join(folder, 'store')],
          [`${prefix}_cache`, join(folder, 'cache')],
        ]),
      ),
    },
  })
  let payableAtMs = Number.NaN
  for await (const line of createInterface(npm.stdout)) {
    if (/^[✓✗]/.test(line)) console.log(line)
    if (!line.includes('Ctrl-C stops everything.')) continue
    payableAtMs = performance.now()
    npm.kill('SIGINT')
  }
  console.log(
    `${(receivedBytes / BYTES_PER_MEGABYTE).toFixed(0)} MB in ${answers} answers of the registry, counted uncompressed; ` +
      `payable ${((payableAtMs - lastByteAtMs) / 1_000).toFixed(1)} s after the last byte`,
  )
} finally {
  proxy.close()
  rmSync(folder, { recursive: true, force: true })
}

async function relay({ url = '/', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await fetch(new URL(url.slice(1), upstream), {
    headers: { accept: headers.accept ?? '*/*' },
  })
  answers += 1
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
  for await (const chunk of answer.body ?? []) {
    receivedBytes += chunk.length
    lastByteAtMs = performance.now()
    response.write(chunk)
  }
  response.end()
}
