/**
 * `npm run bench [name] [what goes to the program]`: measures one thing of docs/performance.md, or `all`, and says on which
 * machine. Without a name it lists them.
 */
import { execFileSync, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { cpus, freemem, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const RESULTS = join(ROOT, 'test-results/bench')
const FROM_SOURCES = '--conditions=@sluice/source'
const BYTES_PER_GIB = 2 ** 30

interface Bench {
  readonly what: string
  /** The arguments for Node. */
  readonly program: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** It needs another build, so `all` omits it. */
  readonly isOnlyNamed?: true
}

const BENCHES: Readonly<Record<string, Bench>> = {
  'card-encryption': {
    what: 'sealing and opening card fields',
    program: [FROM_SOURCES, 'bench/card-encryption.ts'],
  },
  wallet: { what: 'opening tokens of the wallet', program: [FROM_SOURCES, 'bench/wallet.ts'] },
  start: { what: 'the gateway’s start', program: ['bench/gateway-start.ts'] },
  connectors: {
    what: 'what each connector adds to a gateway: lines, size, and time to load',
    program: ['bench/connectors.ts'],
  },
  'test-gateway': { what: 'createTestGateway()', program: ['bench/test-gateway.ts'] },
  'first-start': { what: 'a first npm start', program: ['bench/first-start.ts'] },
  purchases: { what: 'card purchases beside their floor', program: ['bench/gateway/purchases.ts'] },
  requests: {
    what: 'requests of every kind, and purchases at half of the full load',
    program: ['bench/gateway/requests.ts'],
  },
  growth: { what: 'purchases and searches among millions of others', program: ['bench/gateway/growth.ts'] },
  retention: {
    what: 'purchases while hundreds of thousands of old rows are deleted and old payments erased',
    program: ['bench/gateway/retention.ts'],
  },
  'portal-rows': {
    what: 'the portal’s questions among five million payments',
    program: ['bench/gateway/portal-rows.ts'],
  },
  'counting-trigger': {
    what: 'what a purchase pays for the counts by hour',
    program: ['bench/gateway/counting-trigger.ts'],
  },
  'portal-against': {
    what: 'the portal’s questions among five million payments beside another build, whose checkout is named',
    program: ['bench/gateway/portal-against.ts'],
    isOnlyNamed: true,
  },
  processes: {
    what: 'one, two and four processes on PostgreSQL',
    program: ['bench/gateway/processes.ts'],
  },
  against: {
    what: 'card purchases beside another build, whose checkout is named',
    program: ['bench/gateway/against.ts'],
    isOnlyNamed: true,
  },
  webhooks: {
    what: 'webhooks to healthy receivers, alone and beside failing ones',
    program: [
      ...['node_modules/vitest/vitest.mjs', 'run', '--project', 'integration'],
      'proofs/webhook-chaos.test.ts',
    ],
    env: { PROOF_EVENTS: '1000', PROOF_RATE: '40', PROOF_SEED: '1' },
  },
  waits: {
    what: 'a payment beside crowds of strangers, and beside as many merchants',
    program: [
      ...['node_modules/vitest/vitest.mjs', 'run', '--project', 'integration'],
      'proofs/waits/crowds.test.ts',
    ],
    env: { PROOF_ROUNDS: '11', PROOF_SEED: '1' },
  },
  'hosted-page': { what: 'the hosted payment page', program: ['bench/page/hosted-page.ts'] },
  portal: {
    what: 'the portal’s first use beside another build, whose checkout is named',
    program: ['bench/page/portal.ts'],
    isOnlyNamed: true,
  },
  'server-sdk': { what: 'the server’s client', program: ['bench/sdk/server-sdk.ts'] },
  'card-form': { what: 'a card form beside its peers', program: ['bench/fields/card-fields.ts'] },
}

const [name, ...rest] = process.argv.slice(2)
if (name === undefined) {
  for (const [each, { what }] of Object.entries(BENCHES)) console.log(`${each.padEnd(16)} ${what}`)
} else if (name === 'all') {
  const failed: string[] = []
  for (const [each, bench] of Object.entries(BENCHES)) {
    if (!bench.isOnlyNamed && (await measure(each, bench)) !== 0) failed.push(each)
  }
  if (failed.length > 0) console.error(`\nNot measured: ${failed.join(', ')}`)
  process.exitCode = failed.length > 0 ? 1 : 0
} else {
  const bench = BENCHES[name]
  if (!bench) {
    console.error(`There is no bench ${name}. There are ${Object.keys(BENCHES).join(', ')} and all.`)
    process.exitCode = 2
  } else process.exitCode = await measure(name, bench, rest)
}

/** @returns the program's exit code. */
async function measure(
  bench: string,
  { what, program, env }: Bench,
  further: readonly string[] = [],
): Promise<number> {
  mkdirSync(RESULTS, { recursive: true })
  const file = createWriteStream(join(RESULTS, `${bench}.txt`))
  const tell = (text: string | Buffer): void => {
    process.stdout.write(text)
    file.write(text)
  }
  tell(`\n${what}\n${describeMachine()}\n\n`)
  const child = spawn(process.execPath, [...program, ...further], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', tell)
  // A signal that ends this program also ends the bench, and the servers end with their bench.
  const end = () => void child.kill()
  process.once('SIGTERM', end)
  const code = await new Promise<number>((resolve) => child.once('close', (ended) => resolve(ended ?? 1)))
  process.off('SIGTERM', end)
  await new Promise((resolve) => file.end(resolve))
  return code
}

function describeMachine(): string {
  const cores = cpus()
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
  return [
    `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown processor'}`,
    `${inGib(totalmem())} GiB of memory, ${inGib(freemem())} free`,
    nameSystem(),
    `Node ${process.versions.node}`,
    `load ${loadavg()[0]?.toFixed(1)}`,
    `commit ${commit}`,
    new Date().toISOString(),
  ].join(', ')
}

function inGib(bytes: number): string {
  return (bytes / BYTES_PER_GIB).toFixed(0)
}

function nameSystem(): string {
  try {
    return /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform
  } catch {
    return process.platform
  }
}
