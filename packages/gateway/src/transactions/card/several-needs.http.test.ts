import type { Envelope } from '@sluice/types'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { PROVIDER_OUTCOME } from '../../../test/elsewhere.ts'
import { EVERY_CAPABILITY, makeProvider } from '../../../test/make-provider.ts'
import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'
import type { ProviderCapabilities } from '../execution/provider.ts'

const AUTHORIZE = '/api/transactions/authorize'
/** The accounts of the terminal, in this order. */
const [FIRST, SECOND, ...OTHERS] = ['sim-a', 'sim-b', 'sim-c', 'sim-d', 'sim-e', 'sim-f'] as const

let gateway: TestGateway
let asked: string[] = []
let declared: ReadonlyMap<string, ProviderCapabilities> = new Map()

beforeAll(async () => {
  const providers = [FIRST, SECOND, ...OTHERS].map((id) => {
    const provider = makeProvider(id, {
      authorize: () => (asked.push(id), Promise.resolve(PROVIDER_OUTCOME)),
    })
    const capabilities = { get: () => declared.get(id) ?? EVERY_CAPABILITY }
    return [id, Object.defineProperty(provider, 'capabilities', capabilities)] as const
  })
  gateway = await startTestGateway({ adapters: { providers: new Map(providers) } })
})
afterAll(() => gateway.close())
beforeEach(() => void (asked = []))

const needing = (member: string): ProviderCapabilities => ({
  ...EVERY_CAPABILITY,
  requires: [{ members: [member], methods: null, countries: null }],
})
const TAKES_LITTLE = {
  ...EVERY_CAPABILITY,
  amounts: new Map([['EUR' as const, { minMinor: 1, maxMinor: 2 }]]),
}
const NO_CARDS = { ...EVERY_CAPABILITY, methods: new Set<string>() }

async function pay() {
  const { status, body } = await gateway.send<Envelope & { errors?: { property: string }[] }>(
    'POST',
    AUTHORIZE,
    await gateway.cardRequest({ flow: 'NO_3DS' }),
  )
  return { status, code: body.result?.processing_code, property: body.errors?.[0]?.property }
}

it.each([
  ['a member that the payment lacks', needing('options.document')],
  ['a smaller amount', TAKES_LITTLE],
  ['no cards', NO_CARDS],
])('a payment goes to the next account where the first one accepts %s', async (_, first) => {
  declared = new Map([[FIRST, first]])
  expect(await pay()).toMatchObject({ status: 200, code: '0000' })
  expect(asked).toEqual([SECOND])
})

it.each([
  ['member', needing('options.document'), { status: 422, property: 'options.document' }],
  ['limit', TAKES_LITTLE, { status: 200, code: '2011' }],
  ['method', NO_CARDS, { status: 200, code: '2024' }],
])(
  'where no account accepts the payment, the first one decides which %s is named',
  async (_, first, answer) => {
    declared = new Map([SECOND, ...OTHERS].map((id) => [id, needing('options.channel')]))
    declared = new Map([...declared, [FIRST, first]])
    expect(await pay()).toMatchObject(answer)
    expect(asked).toEqual([])
  },
)
