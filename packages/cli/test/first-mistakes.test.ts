/** Mistakes of the first hour at a terminal, and lists that are empty: each gets a sentence with the fix, and never silence. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { startTestGateway, type TestGateway } from '../../gateway/test/test-gateway.ts'
import { runProgram } from './gateway-program.ts'
import { runCommand } from './run-command.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
  writeFileSync(join(gateway.dataDir, 'demo.env'), gateway.ready.env)
})
afterAll(() => gateway.close())

const run = (...argv: readonly string[]) => runCommand([...argv, '--data', gateway.dataDir])

it.each([
  [['payments', 'list'], 'No payments found.\n'],
  [['customers', 'list'], 'No customers found.\n'],
  [['webhooks', 'list'], 'None found.\n'],
  [['webhooks', 'deliveries'], 'None found.\n'],
  [['logs'], 'No request was rejected.\n'],
])('%j reports that its list is empty', async (argv, said) => {
  expect(await run(...argv)).toEqual({ code: 0, stdout: '', stderr: said })
})

it.each([
  [['payments', 'list', '--limit', '0'], '--limit must be at least 1 (got 0).'],
  [['trigger', 'CHALENGE'], 'Did you mean CHALLENGE?'],
  [['pay', '--currency', 'eur'], '--currency eur is not a supported currency. Write EUR.'],
  [['verify', '/nope'], 'Cannot read /nope: no such file or directory.'],
  [['clock', 'advance', 'soon'], '<seconds> must be a whole number, and a clock never goes back (got soon).'],
])('%j is refused with the fix in one sentence', async (argv, said) => {
  const { code, stdout, stderr } = await run(...argv)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(said)
  expect(stderr.trimEnd().split('\n').length).toBeLessThan(4)
})

it.each([
  [['clock', 'advance', '-5'], /never goes back \(got -5\)/],
  [[], /^Usage: sluice-gateway <command>|sluice-gateway help/m],
])('the program answers %j', async (argv, said) => {
  const { code, stdout, stderr } = await runProgram([...argv])
  expect(code).toBe(2)
  expect(stdout + stderr).toMatch(said)
})

it('labels the ids of a rejected request', async () => {
  await gateway.send('GET', '/api/customers/nobody')
  await expect.poll(async () => (await run('logs')).stdout, { timeout: 60_000 }).toMatch(/ {2}request \S+/)
})
