/**
 * Complete card purchases per second of this build and of another, taking turns in one run.
 *
 *     npm run build && node bench/gateway/against.ts <checkout> [rounds] [sqlite | postgres] [clients] [apart | rules]
 *
 * The other checkout is built, too (`npm run build` in it). Each gateway has the first core for itself while it is measured,
 * and a database of its own; the load, and PostgreSQL, have the other cores. Rounds take turns, so that other load on the machine
 * meets both. Figures are medians with their lowest and highest values; the last line is the quotient. The processor's
 * time of a gateway hangs less on what else the machine does than the clock.
 *
 * `apart`: the simulators of each build are a separate process, next to the load, and are called over HTTP.
 * `rules`: this build counts payments by card and by address, as it does in production, and the other does not.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import type { SandboxCredentials } from '@sluice/types'

import type { SimulatorAddresses } from '../../packages/gateway/src/simulators-app.ts'
import { startPostgres } from '../../packages/platform/test/postgres.ts'
import { connect, GATEWAY, isApproved, startGateway } from './gateway-under-load.ts'
import { PRODUCTION_RULES } from '../../packages/gateway/test/production-rules.ts'
import { median } from '../../packages/gateway/test/quantile.ts'
import { measureLoad } from './measure-load.ts'
import { type RunningServer, startServer } from './start-server.ts'

const [other, roundsText = '15', database = 'sqlite', clientsText = '16', where = 'inside'] =
  process.argv.slice(2)
if (other === undefined) throw new Error('name the checkout to compare with: against.ts <checkout>')
const otherGateway = join(resolve(other), 'packages/cli/dist/main.js')
for (const gateway of [GATEWAY, otherGateway])
  if (!existsSync(gateway)) throw new Error(`${gateway} is not built: run npm run build in its checkout`)

const ROUNDS = Number(roundsText)
const CLIENTS = Number(clientsText)
const PURCHASES_PER_ROUND = 300
/**
 * Enough for V8 to compile little more. After 600 purchases, its threads still use a fifth of the processor's time,
 * in either build.
 */
const WARM_UP_PURCHASES = 2_400

const builds = { this: GATEWAY, other: otherGateway } as const
type Build = keyof typeof builds

/** Creates a sandbox, and returns its credentials in the format of a gateway's first line. */
async function makeCountingSandbox(firstLine: string): Promise<string> {
  const { base_url } = JSON.parse(firstLine) as SandboxCredentials
  const answer = await fetch(`${base_url}/simulators/sandboxes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'bench' },
    body: JSON.stringify({ risk: PRODUCTION_RULES }),
  })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(`no sandbox: ${text}`)
  return text
}

const directory = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
const servers: RunningServer[] = []
const postgres = database === 'postgres' ? await startPostgres('durable') : null
try {
  const start = async (build: Build) => {
    const databaseUrl = postgres ? await postgres.createDatabase() : null
    const env = where === 'apart' ? { SLUICE_CONFIG_FILE: await startSimulators(build) } : {}
    const server = await startGateway(join(directory, build), databaseUrl, { program: builds[build], env })
    servers.push(server)
    const isCounting = where === 'rules' && build === 'this'
    const credentials = isCounting ? await makeCountingSandbox(server.firstLine) : server.firstLine
    return { ...(await connect(credentials)), processorMs: () => server.processorMs() ?? NaN }
  }
  /** Starts the simulators, and returns the configuration file with which a gateway uses them. */
  const startSimulators = async (build: Build): Promise<string> => {
    const folder = join(directory, `${build}-simulators`)
    const args = [builds[build], 'simulators', '--port', '0', '--data', folder, '--json']
    const server = await startServer(args, { SLUICE_LOG_LEVEL: 'silent' }, { isPinned: false })
    servers.unshift(server)
    const { providers, ...others } = JSON.parse(server.firstLine) as SimulatorAddresses
    const file = join(directory, `${build}.json`)
    writeFileSync(file, JSON.stringify({ providers, ...others }))
    return file
  }
  const gateways = { this: await start('this'), other: await start('other') }
  const buy = async (build: Build, purchases: number) => {
    const gateway = gateways[build]
    const bodies = await gateway.make(purchases)
    const before = gateway.processorMs()
    const load = await measureLoad({ ...gateway, bodies, clients: CLIENTS, check: isApproved })
    return { ...load, processorMs: (gateway.processorMs() - before) / purchases }
  }
  await buy('this', WARM_UP_PURCHASES)
  await buy('other', WARM_UP_PURCHASES)
  const rates: Record<Build, number[]> = { this: [], other: [] }
  const waits: Record<Build, number[]> = { this: [], other: [] }
  const processor: Record<Build, number[]> = { this: [], other: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    // The order of the two alternates, too.
    for (const build of round % 2 === 0 ? (['this', 'other'] as const) : (['other', 'this'] as const)) {
      const { perSecond, medianMs, processorMs } = await buy(build, PURCHASES_PER_ROUND)
      rates[build].push(perSecond)
      waits[build].push(medianMs)
      processor[build].push(processorMs)
    }
  }
  console.log(
    `${database}, ${availableParallelism()} cores, ${CLIENTS} clients, ${ROUNDS} rounds of ${PURCHASES_PER_ROUND}`,
  )
  console.log('build   purchases/s (lowest–highest)   ms p50   processor, ms each')
  for (const build of ['this', 'other'] as const) {
    const all = rates[build]
    const [lowest, highest] = [Math.min(...all), Math.max(...all)].map((rate) => rate.toFixed(0))
    const rate = `${median(all).toFixed(0)} (${lowest}–${highest})`
    const wait = median(waits[build]).toFixed(1)
    const each = median(processor[build]).toFixed(2)
    console.log(`${build.padEnd(5)}   ${rate.padEnd(28)}   ${wait.padEnd(6)}   ${each}`)
  }
  const quotients = rates.this.map((rate, round) => rate / (rates.other[round] ?? rate))
  console.log(`this / other, median of the rounds: ${median(quotients).toFixed(3)}`)
} finally {
  // Stops the gateways before the servers that they call.
  for (const server of servers.toReversed()) await server.stop()
  await postgres?.stop()
  rmSync(directory, { recursive: true, force: true })
}
