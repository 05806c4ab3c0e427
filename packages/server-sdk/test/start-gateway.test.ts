import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startGateway, type StartedGateway } from '../src/testing/start-gateway.ts'
import { sampleSession } from '../src/testing/sample-requests.ts'

describe('startGateway', () => {
  let gateway: StartedGateway
  const cwd = process.cwd()
  beforeAll(async () => {
    // The client's folder has the gateway installed.
    process.chdir(new URL('..', import.meta.url).pathname)
    gateway = await startGateway()
  })
  afterAll(async () => {
    process.chdir(cwd)
    await gateway.stop()
  })

  it('listens, and its first merchant can sell', async () => {
    expect((await fetch(`${gateway.baseUrl}/health/ready`)).status).toBe(200)
    const { terminal_id } = gateway.credentials
    const session = await gateway
      .client()
      .sessions.create(sampleSession({ terminal_id, reference: 'order-1' }))
    expect(session.status).toBe('CREATED')
  })

  it('creates merchants whose clocks move independently', async () => {
    const other = await gateway.sandbox()
    const { terminal_id } = other.credentials
    const client = other.client()
    const { id } = await client.sessions.create(sampleSession({ terminal_id, reference: 'order-1' }))
    await other.advance(3_601)
    expect((await client.sessions.get(id)).status).toBe('SESSION_EXPIRED')
  })

  it('reports why it does not start', async () => {
    await expect(startGateway({ env: { SLUICE_ENVIRONMENT: 'nowhere' } })).rejects.toThrow(
      /SLUICE_ENVIRONMENT/,
    )
  })

  // A terminal sends Ctrl-C to everything that it runs.
  it.each([
    ['is killed', (runner: number) => process.kill(runner, 'SIGKILL')],
    ['is stopped by Ctrl-C', (runner: number) => process.kill(-runner, 'SIGINT')],
  ])('ends with a runner that %s before it could stop it, and leaves no folder', async (_, end) => {
    const temporary = mkdtempSync(join(tmpdir(), 'start-gateway-'))
    onTestFinished(() => rmSync(temporary, { recursive: true, force: true }))
    const module = new URL('../src/testing/start-gateway.ts', import.meta.url).href
    const program = `import { startGateway } from '${module}'
      const { baseUrl } = await startGateway()
      console.log(baseUrl)
      setInterval(() => {}, 1_000)`
    const options = ['--conditions=@sluice/source', '--input-type=module', '--eval', program]
    const runner = spawn(process.execPath, options, {
      detached: true,
      env: { ...process.env, TMPDIR: temporary },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(createInterface(runner.stdout), 'line')) as [string]
    expect((await fetch(`${line}/health/live`)).status).toBe(200)
    expect(readdirSync(temporary)).toEqual([expect.stringMatching(/^sluice-gateway-/)])
    end(runner.pid ?? Number.NaN)
    await vi.waitFor(() => expect(readdirSync(temporary)).toEqual([]))
    await expect(fetch(`${line}/health/live`)).rejects.toThrow()
  })

  it('is gone after stop', async () => {
    const short = await startGateway()
    await short.stop()
    await vi.waitFor(() => expect(fetch(`${short.baseUrl}/health/live`)).rejects.toThrow())
  })
})
