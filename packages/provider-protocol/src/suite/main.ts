#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { runSuite } from './run-suite.ts'

const USAGE = `Tests a payment provider against the provider protocol, with keys and payments of its own. Not for a provider that moves money.

  sluice-provider-suite --url <address> --secret-file <file> [options]

  --url <address>          the provider, as the gateway's configuration has it
  --secret-file <file>     the secret that is shared with it
  --account <id>           an account with it (acme-eur)
  --approved-card <number> a card that it approves (4242424242424242)
  --declined-card <number> a card that it declines (4000000000000002)
  --partial-card <number>  a card of which it approves only a part, if there is one
  --pending-card <number>  a card that it answers with 1002 and decides later, if there is one
  --pending-within-ms <n>  how long that decision may take (60000)
  --authentication-card <number>  a card for which it asks the shopper, if it authenticates by itself
  --start <command>        starts the provider; the suite then also kills it and starts it again
  --events-port <port>     where the suite listens for the provider's events; configure it with http://127.0.0.1:<port>/
  --events-secret-file <file>  the secret that it signs them with
  --events-within-ms <n>   how long an event, and its repetition, may take (60000)
  --timeout-ms <n>         how long an answer may take (10000)
  --help                   prints this
`

const OPTIONS = {
  url: { type: 'string' },
  'secret-file': { type: 'string' },
  account: { type: 'string', default: 'acme-eur' },
  'approved-card': { type: 'string', default: '4242424242424242' },
  'declined-card': { type: 'string', default: '4000000000000002' },
  'partial-card': { type: 'string' },
  'pending-card': { type: 'string' },
  'pending-within-ms': { type: 'string', default: '60000' },
  'authentication-card': { type: 'string' },
  start: { type: 'string' },
  'events-port': { type: 'string' },
  'events-secret-file': { type: 'string' },
  'events-within-ms': { type: 'string', default: '60000' },
  'timeout-ms': { type: 'string', default: '10000' },
  help: { type: 'boolean', default: false },
} as const

const BROKEN = 1
const MISUSED = 2

void main().then((code) => (process.exitCode = code))

async function main(): Promise<number> {
  let values
  try {
    ;({ values } = parseArgs({ options: OPTIONS }))
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}`)
    return MISUSED
  }
  const { url, 'secret-file': secretFile } = values
  if (values.help) {
    process.stdout.write(USAGE)
    return 0
  }
  if (url === undefined || secretFile === undefined) {
    process.stderr.write(`Set --url and --secret-file.\n\n${USAGE}`)
    return MISUSED
  }
  const { 'events-port': eventsPort, 'events-secret-file': eventsSecretFile } = values
  if ((eventsPort === undefined) !== (eventsSecretFile === undefined)) {
    process.stderr.write(`Set both --events-port and --events-secret-file, or neither.\n\n${USAGE}`)
    return MISUSED
  }
  const results = await runSuite(
    {
      url,
      secret: readFileSync(secretFile, 'utf8').trim(),
      accountId: values.account,
      approvedCard: values['approved-card'],
      declinedCard: values['declined-card'],
      partialCard: values['partial-card'] ?? null,
      authenticationCard: values['authentication-card'] ?? null,
      pending:
        values['pending-card'] === undefined
          ? null
          : { card: values['pending-card'], withinMs: Number(values['pending-within-ms']) },
      command: values.start ?? null,
      timeoutMs: Number(values['timeout-ms']),
      events:
        eventsPort === undefined || eventsSecretFile === undefined
          ? null
          : {
              port: Number(eventsPort),
              secret: readFileSync(eventsSecretFile, 'utf8').trim(),
              withinMs: Number(values['events-within-ms']),
            },
    },
    ({ name, clause, problem }) =>
      process.stdout.write(
        problem === null ? `✓ ${name}\n` : `✗ ${name}\n    ${problem}\n    docs/${clause}\n`,
      ),
  )
  const broken = results.filter(({ problem }) => problem !== null).length
  process.stdout.write(`\n${results.length - broken} kept, ${broken} broken\n`)
  return broken === 0 ? 0 : BROKEN
}
