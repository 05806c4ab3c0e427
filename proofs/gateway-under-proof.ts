/** A gateway process whose clock can be moved and which can be made to die. `gateway-process.ts` starts it. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

import { systemClock } from '@sluice/platform/system'

import { buildApp } from '../packages/gateway/src/app.ts'
import { readConfigurationFile } from '../packages/gateway/src/composition/configuration.ts'
import { readConfig } from '../packages/gateway/src/config.ts'
import { createProviders } from '../packages/gateway/src/providers/index.ts'
import type { Provider } from '../packages/gateway/src/transactions/index.ts'
import { NO_ASSETS, NO_PAGE, NO_PORTAL } from '../packages/gateway/test/no-assets.ts'
import { TestClock } from '../packages/gateway/test/test-clock.ts'
import { dumpMemory } from './dump-memory.ts'
import type { Asked, Birth, Told } from './gateway-process.ts'
import { countTo, type IsMoment, mortalCommits, mortalProvider } from './kill-points.ts'

const birth = JSON.parse(process.argv[2] ?? '') as Birth
/** Provoked errors are not logged, unless the reason of a failure is investigated. */
const SLUICE_LOG_LEVEL = process.env['PROOF_LOG_LEVEL'] ?? 'fatal'
const reading = readConfig(birth.flags, { SLUICE_LOG_LEVEL, ...birth.env })
if (!reading.ok) throw new Error(JSON.stringify(reading.problems))

const passes = countTo(birth.fate)
let isReady = false
/** Deaths begin once the proof knows the process. Work that a start finds does not count. */
const isMoment: IsMoment = (point) => isReady && passes(point)
const clock = new TestClock()
clock.advance(birth.aheadMs)
let providerCalls = 0
/** The delay of the event loop in nanoseconds, since the last measurement. */
const loopDelays = monitorEventLoopDelay({ resolution: 10 })
loopDelays.enable()

function counted(provider: Provider): Provider {
  return {
    ...provider,
    authorize(request) {
      providerCalls += 1
      return provider.authorize(request)
    },
  }
}

const file = await readConfigurationFile(reading.config)
const configured = createProviders(
  (file?.providers ?? []).map((entry) => ({ ...entry, at: entry.url })),
  { clock, realTime: systemClock },
)
const providers = [...configured].map(
  ([id, provider]) => [id, mortalProvider(counted(provider), isMoment)] as const,
)
const app = await buildApp(reading.config, {
  clock,
  realTime: clock,
  assets: NO_ASSETS,
  hostedPage: NO_PAGE,
  portalProgram: NO_PORTAL,
  aroundCommits: mortalCommits(isMoment),
  ...(birth.webhookDeadlineMs !== null && { webhookLimits: { deadlineMs: birth.webhookDeadlineMs } }),
  ...(providers.length > 0 && { providers: new Map(providers) }),
})

const ANSWERS: Readonly<Record<Asked['kind'], (asked: Asked) => Promise<Told>>> = {
  async advance({ ms = 0 }) {
    clock.advance(ms)
    return { done: await app.runDueWork() }
  },
  measure() {
    const loopDelayP99Ms = loopDelays.percentile(99) / 1e6
    globalThis.gc?.()
    const { heapUsed: heapUsedBytes, rss: rssBytes } = process.memoryUsage()
    loopDelays.reset()
    return Promise.resolve({ measures: { providerCalls, heapUsedBytes, rssBytes, loopDelayP99Ms } })
  },
  dump({ path = '' }) {
    dumpMemory(path)
    return Promise.resolve({})
  },
  async close() {
    await app.close()
    return {}
  },
}
process.on('message', (asked: Asked) => {
  void ANSWERS[asked.kind](asked).then((told) => process.send?.({ ...told, number: asked.number }))
})
// The parent has ended, and with it every process that could end this one.
process.on('disconnect', () => process.exit(0))

await app.listen()
isReady = true
process.send?.({ number: 0, ready: app.ready } satisfies Told)
