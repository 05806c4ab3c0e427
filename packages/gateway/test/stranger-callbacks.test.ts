import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

import { startTestGateway } from './test-gateway.ts'

/** Its entry has no secret for callbacks. */
const MUTE = {
  id: 'mute-acquirer',
  url: 'https://acquirer.example',
  secret_file: 'secret',
  accounts: ['main'],
}

function writeConfiguration(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-strangers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'secret'), randomBytes(32).toString('base64'), { mode: 0o600 })
  const file = join(folder, 'sluice.json')
  writeFileSync(file, JSON.stringify({ merchants: [], providers: [MUTE] }))
  return file
}

async function start() {
  const lines: string[] = []
  const gateway = await startTestGateway({
    env: { SLUICE_SIMULATORS: 'off', SLUICE_LOG_LEVEL: 'warn', SLUICE_CONFIG_FILE: writeConfiguration() },
    adapters: { logDestination: { write: (line) => void lines.push(line) } },
  })
  onTestFinished(() => gateway.close())
  return {
    call: async (id: string) =>
      expect((await gateway.send('POST', `/api/providers/${id}/callback`, {})).status).toBe(401),
    findLines: (id: string) =>
      lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ provider }) => provider === id),
  }
}

const REFUSED = {
  msg: 'a callback was refused: this process has no secret that verifies callbacks of the provider',
}

it.each(['removed-acquirer', MUTE.id])(
  'the log names %s once, whose callbacks nothing can verify',
  async (id) => {
    const { call, findLines } = await start()
    for (let tries = 0; tries < 2; tries += 1) await call(id)
    expect(findLines(id)).toMatchObject([REFUSED])
  },
)

it('the log names a configured provider although strangers called in many other names before', async () => {
  const { call, findLines } = await start()
  for (let at = 0; at < 25; at += 1) await call(`stranger-${at}`)
  expect([findLines('stranger-19').length, findLines('stranger-20').length]).toEqual([1, 0])
  await call(MUTE.id)
  expect(findLines(MUTE.id)).toMatchObject([REFUSED])
})
