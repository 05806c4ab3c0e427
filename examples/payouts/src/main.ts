/** One command: starts a gateway, pays `payouts.csv`, and pays it again to show that nothing is paid twice. */
import { readFileSync } from 'node:fs'
import { startGateway } from '@sluice/server-sdk/testing'
import { payList, readLines } from './pay-list.ts'

/** Simulated banks decide what was pending after three seconds. */
const BANK_SECONDS = 4

const lines = readLines(readFileSync(new URL('../payouts.csv', import.meta.url), 'utf8'))
const gateway = await startGateway()
const client = gateway.client()
const pay = () => payList(client, gateway.credentials.terminal_id, lines)

console.table(await pay())
await gateway.advance(BANK_SECONDS)
console.log(
  'Four seconds later, the same list again: each payout stands as its bank decided, and none was paid twice.',
)
console.table(await pay())
await gateway.stop()
