/**
 * Measures the memory that a purchase allocates, and so the work of the garbage collector, which is about the same on
 * every machine.
 */
import { Session, type HeapProfiler } from 'node:inspector/promises'
import { expect, it, onTestFinished } from 'vitest'

import { startTestGateway, type TestGateway } from './test-gateway.ts'

const PURCHASES = 100
/** The purchases for warm-up, before the measurement. */
const WARM_UP_PURCHASES = 20
/** The sampling interval, which gives an error of a few per cent over all purchases. */
const SAMPLED_BYTES = 16_384

/** One and a half times the measured amount, including the client and the checks of every answer in this process. */
const MAX_KIB = 2_048

it('a purchase stays within its limit of allocations', async () => {
  const gateway = await startTestGateway()
  onTestFinished(() => gateway.close())
  await purchase(gateway, WARM_UP_PURCHASES)

  const session = new Session()
  session.connect()
  onTestFinished(() => session.disconnect())
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: SAMPLED_BYTES,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  })
  await purchase(gateway, PURCHASES)
  const { profile } = await session.post('HeapProfiler.stopSampling')
  const kibPerPurchase = sum(profile.head) / PURCHASES / 1024
  // A far lower value would mean that nothing was measured.
  expect(kibPerPurchase).toBeGreaterThan(MAX_KIB / 8)
  expect(kibPerPurchase).toBeLessThan(MAX_KIB)
})

async function purchase(gateway: TestGateway, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const { result } = await gateway.authorize({ flow: 'NO_METHOD_FRICTIONLESS' })
    expect(result?.status).toBe('APPROVED')
  }
}

function sum({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
  return children.reduce((total, child) => total + sum(child), selfSize)
}
