/** The gateway as it is published: packed, unpacked outside of the repository, and run as a separate program. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import type { SandboxCredentials } from '@sluice/types'

import { pack, unpack } from '../../tools/pack.ts'

const DEPENDENCIES = join(import.meta.dirname, '../../packages/cli/node_modules')

export interface PackedGateway {
  readonly baseUrl: string
  /** Creates a merchant whose webhooks go to an address. */
  sandbox(webhookUrl: string): Promise<SandboxCredentials>
  stop(): Promise<void>
}

export async function startPackedGateway(): Promise<PackedGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-backends-'))
  const home = unpack(pack('cli', folder), folder)
  await symlink(DEPENDENCIES, join(home, 'node_modules'))
  const child = spawn(
    process.execPath,
    [join(home, 'dist/main.js'), 'start', '--json', '--port', '0', '--data', join(folder, 'data')],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, SLUICE_LOG_LEVEL: 'warn' } },
  )
  const { base_url: baseUrl } = await readReadyLine(child)
  return {
    baseUrl,
    async sandbox(webhookUrl) {
      const made = await fetch(`${baseUrl}/simulators/sandboxes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ webhook_url: webhookUrl }),
      })
      if (!made.ok) throw new Error(`The gateway makes no sandbox: ${made.status} ${await made.text()}`)
      return (await made.json()) as SandboxCredentials
    },
    async stop() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function readReadyLine(child: ChildProcess): Promise<{ readonly base_url: string }> {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('The gateway has no output.')
  let lastWords = ''
  stderr.setEncoding('utf8').on('data', (text: string) => (lastWords += text))
  return new Promise((resolve, reject) => {
    createInterface({ input: stdout }).on('line', (line) => {
      if (line.includes('"base_url"')) resolve(JSON.parse(line) as { readonly base_url: string })
    })
    child.once('exit', (code) => reject(new Error(`The gateway ended with ${code}.\n${lastWords}`)))
  })
}
