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

it.each(['removed-acquirer', MUTE.id])(
  'the log names %s once, whose callbacks nothing can verify',
  async (id) => {
    const lines: string[] = []
    const gateway = await startTestGateway({
      env: { SLUICE_SIMULATORS: 'off', SLUICE_LOG_LEVEL: 'warn', SLUICE_CONFIG_FILE: writeConfiguration() },
      adapters: { logDestination: { write: (line) => void lines.push(line) } },
    })
    onTestFinished(() => gateway.close())
    for (let tries = 0; tries < 2; tries += 1)
      expect((await gateway.send('POST', `/api/providers/${id}/callback`, {})).status).toBe(401)
    const named = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ provider }) => provider === id)
    expect(named).toMatchObject([
      { msg: 'a callback was refused: this process has no secret that verifies callbacks of the provider' },
    ])
  },
)
