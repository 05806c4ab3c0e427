import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { runCommand } from './run-command.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-methods-command-'))
  writeFileSync(join(folder, 'secret'), randomBytes(32).toString('base64'), { mode: 0o600 })
  writeFileSync(
    join(folder, 'sluice.yaml'),
    `
providers:
  - id: acme
    url: https://acme.example
    secret_file: secret
    accounts: [eur]
    methods: [provider-redirect-npy, provider-redirect-gir, { type: provider-redirect-chp, name: Cash Pay, order: 1 }]
merchants:
  - id: shop
    name: Shop
    terminals:
      - terminal_id: T00000000001
        features: [TRX_TYPE_PURCHASE]
        alternative_accounts:
          provider-redirect-npy: { provider: acme, account: eur }
          provider-redirect-gir: { provider: acme, account: eur }
          provider-redirect-chp: { provider: acme, account: eur }
`,
    { mode: 0o600 },
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

const methods = (...args: string[]) =>
  runCommand(['methods', '--config', join(folder, 'sluice.yaml'), ...args])

it('prints the methods of a file in the order of its lists, by the names that shoppers see', async () => {
  const { code, stdout } = await methods()
  expect(code).toBe(0)
  const rows = stdout.trimEnd().split('\n')
  expect(rows.map((row) => row.split(/ {2,}/))).toEqual([
    [
      'shop',
      'T00000000001',
      'Cash Pay',
      'provider-redirect-chp',
      'acme',
      'all countries',
      'all currencies',
      'offered',
    ],
    ['shop', 'T00000000001', 'EPS', 'provider-redirect-npy', 'acme', 'AT', 'EUR', 'offered'],
    [
      ...[
        'shop',
        'T00000000001',
        'giropay',
        'provider-redirect-gir',
        'acme',
        'all countries',
        'all currencies',
      ],
      'not offered: its owner closed giropay at the end of 2024',
    ],
  ])
})

it('prints them as JSON', async () => {
  const { stdout } = await methods('--json')
  const [first] = JSON.parse(stdout) as object[]
  expect(first).toMatchObject({ name: 'Cash Pay', order: 1, visible: true, not_offered: null })
})

it('names methods that are not offered when the file is applied', async () => {
  const data = join(folder, 'data')
  const { stderr } = await runCommand([
    ...['apply', '--dry-run', '--config', join(folder, 'sluice.yaml'), '--data', data],
  ])
  expect(stderr).toContain('provider acme lists provider-redirect-gir, which is never offered')
})

it('needs a file', async () => {
  expect(await runCommand(['methods'])).toMatchObject({ code: 2 })
})
