import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { SandboxCredentials } from '@sluice/types'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { runCommand } from './run-command.ts'
import { startTestGateway, type TestGateway } from '../../gateway/test/test-gateway.ts'

let dataDir: string
let payer: SandboxCredentials
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sluice-clients-'))
  const gateway = await startTestGateway({ dataDir })
  payer = (
    await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {
      roles: ['merchant', 'transactions:payout'],
    })
  ).body
  await gateway.app.close()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const run = (...argv: readonly string[]) => runCommand(['clients', ...argv, '--data', dataDir], {})

it('creates a new secret for a client that may pay out, keeps the old one valid, and audits it', async () => {
  const merchant = ['--merchant', payer.merchant_id]
  expect((await run('list', ...merchant)).stdout).toBe(
    `${payer.client_id}  ACTIVE  merchant,transactions:payout\n`,
  )
  const rotated = await run('rotate', payer.client_id, ...merchant, '--json')
  expect(rotated).toMatchObject({ code: 0, stderr: '' })
  const { client_secret: secret } = JSON.parse(rotated.stdout) as { client_secret: string }
  expect(await run('rotate', payer.client_id, ...merchant)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('still valid'),
  })

  const gateway = await startTestGateway({ dataDir })
  try {
    for (const one of [secret, payer.client_secret]) expect(await takes(gateway, one)).toBe(true)
    expect(await takes(gateway, 'another')).toBe(false)
    const entry = (await gateway.books.all('audit')).findLast(({ action }) => action === 'client.rotate')
    expect(entry).toMatchObject({ actor: 'operator', subject: payer.client_id })
    expect(JSON.stringify(entry)).not.toContain(secret)
  } finally {
    await gateway.app.close()
  }
})

it('lists clients beside a running gateway with the embedded database, and says how to rotate there', async () => {
  const gateway = await startTestGateway({ dataDir })
  try {
    const merchant = ['--merchant', payer.merchant_id]
    expect(await run('list', ...merchant)).toEqual({
      code: 0,
      stdout: `${payer.client_id}  ACTIVE  merchant,transactions:payout\n`,
      stderr: '',
    })
    await expect(run('list', '--merchant', 'nobody')).rejects.toThrow('This database has no merchant nobody.')
    const rotated = run('rotate', payer.client_id, ...merchant)
    await expect(rotated).rejects.toThrow(/is using the data directory .* the page Settings of the portal/)
  } finally {
    await gateway.app.close()
  }
})

it.each([
  [['rotate', 'nothing'], 2, '--merchant'],
  [['rotate', 'nothing', '--merchant', 'payer'], 1, 'no such client'],
  [['rotate', 'payer', '--merchant', 'payer', '--old-secret-hours', 'long'], 1, 'must be 0 to 168'],
  [['rotate', 'payer', '--merchant', 'payer', '--old-secret-hours', ''], 1, 'must be 0 to 168'],
])('says what is wrong with %j', async (argv, code, said) => {
  const words = argv.map((word, place) =>
    word !== 'payer' ? word : argv[place - 1] === '--merchant' ? payer.merchant_id : payer.client_id,
  )
  expect(await run(...words)).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(said) })
})

async function takes({ ready }: TestGateway, secret: string): Promise<boolean> {
  const answer = await fetch(`${ready.auth_url}/realms/${ready.realm}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: payer.client_id,
      client_secret: secret,
    }),
  })
  return answer.ok
}
