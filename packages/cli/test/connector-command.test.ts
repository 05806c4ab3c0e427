import { expect, it } from 'vitest'

import { runCommand } from './run-command.ts'

it('lists the connectors with what an operator has to give them, and what they serve', async () => {
  const { code, stdout } = await runCommand(['connector', 'list'])
  expect(code).toBe(0)
  expect(stdout).toContain('stripe  Stripe  not yet run with live keys')
  expect(stdout).toContain('secret_files.webhook (optional): ')
  expect(stdout).toContain(
    '3dsecure-io  3dsecure.io  not yet run with live keys\n  authentication: EXTERNAL  operations: none',
  )
  expect(stdout).toContain('partner-blik (blik)  PLN  PL  refunds: full and partial')
})

it('prints all declarations for programs', async () => {
  const { stdout } = await runCommand(['connector', 'list', '--json'])
  const connectors = JSON.parse(stdout) as readonly { readonly type: string }[]
  expect(connectors.find(({ type }) => type === 'stripe')).toMatchObject({
    url: 'https://api.stripe.com',
    authentication: ['EXTERNAL', 'PROVIDER'],
    operations: ['CAPTURE', 'REFUND', 'VOID', 'INCREMENT'],
    declarations: { calls: { authorization: { fence: 'cancel-prepared', lookup: 'by-their-id' } } },
  })
})
