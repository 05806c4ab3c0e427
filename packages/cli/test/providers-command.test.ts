import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Timeline } from '@sluice/types'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { runCommand } from './run-command.ts'
import { startTestGateway } from '../../gateway/test/test-gateway.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sluice-providers-'))
  await (await startTestGateway({ dataDir })).app.close()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const run = (...argv: readonly string[]) => runCommand(['providers', ...argv, '--data', dataDir], {})

it('pauses an account, which the next start skips, and resumes it; both are audited', async () => {
  expect((await run('list')).stdout).toContain('sim-a/sim-a-eur  CLOSED\n')
  const paused = await run('pause', 'sim-a/sim-a-eur', '--reason', 'Maintenance, ticket 4711')
  expect(paused).toMatchObject({ code: 0, stderr: '' })
  expect(paused.stdout).toMatch(/^sim-a\/sim-a-eur {2}PAUSED {2}since \S+Z {2}Maintenance, ticket 4711\n$/)

  const gateway = await startTestGateway({ dataDir })
  try {
    const { result } = await gateway.authorize({ flow: 'NO_3DS' })
    const { data } = await gateway.get<Timeline>(`/api/transactions/${result?.id}/timeline`)
    expect(data.map(({ kind }) => kind)).toContain('ACCOUNT_SKIPPED')
  } finally {
    await gateway.app.close()
  }

  const resumed = await run('resume', 'sim-a/sim-a-eur', '--reason', 'It is over', '--json')
  expect(JSON.parse(resumed.stdout)).toMatchObject({ state: 'CLOSED', paused_at: null, pause_reason: null })
  const later = await startTestGateway({ dataDir })
  const entries = (await later.books.all('audit')).filter(({ action }) =>
    String(action).startsWith('provider.'),
  )
  await later.app.close()
  expect(entries.map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
    ['operator', 'provider.pause', 'sim-a/sim-a-eur'],
    ['operator', 'provider.resume', 'sim-a/sim-a-eur'],
  ])
})

it.each([
  [['pause', 'sim-a/sim-a-eur'], 2, '--reason'],
  [['pause', 'sim-a', '--reason', 'why'], 2, '<provider>/<account>'],
  [['resume', 'nobody/eur', '--reason', 'why'], 1, 'no provider account nobody/eur'],
  [['pause', '3ds-server/main', '--reason', 'why'], 1, 'A 3DS server cannot be paused'],
])('reports what is wrong with %j', async (argv, code, said) => {
  expect(await run(...argv)).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(said) })
})
