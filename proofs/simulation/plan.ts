import type { NamedRandom } from './named-random.ts'

export const WAYS = [
  'purchase',
  'authorization',
  // A purchase in embedded fields, whose shopper corrects a card that was declined because of a typing error.
  'session',
  // A purchase with the card that another one saved.
  'saved',
  'payment',
  'payout',
  'CAPTURE',
  'REFUND',
  'VOID',
  'INCREMENT',
  'EXTEND',
] as const

/** An action that a merchant wants to happen once. */
export interface Intent {
  readonly kind: 'intent'
  /** The name, which is the same if other steps are removed. */
  readonly name: string
  readonly way: (typeof WAYS)[number]
  /** The intent whose money or card this one uses; null for new money. */
  readonly of: string | null
  readonly amountMinor: number
  /** The kind of authentication. */
  readonly authentication: Authentication
  /** Whether it has an idempotency key. Without one, only its reference identifies it. */
  readonly isNamed: boolean
  /** The time of the first request, from the beginning. */
  readonly atMs: number
}

export const AUTHENTICATIONS = [
  'none',
  'frictionless',
  'challenge',
  'abandoned',
  'refused',
  'unavailable',
] as const
export type Authentication = (typeof AUTHENTICATIONS)[number]

/** Most cardholders pass, because an unpaid purchase cannot be captured or refunded. */
const DRAWN_AUTHENTICATIONS: readonly Authentication[] = [
  ...AUTHENTICATIONS,
  'none',
  'none',
  'frictionless',
  'challenge',
]

/** A fault of a gateway. */
export type Blow =
  /** Any process dies after this many steps, and restarts after a while. */
  | { readonly kind: 'death'; readonly afterSteps: number; readonly downMs: number }
  /** The calling process dies as soon as a provider has received an intent, before the answer arrives. */
  | { readonly kind: 'death in a call'; readonly of: string; readonly downMs: number }
  /** The clock jumps. */
  | { readonly kind: 'jump'; readonly afterSteps: number; readonly ms: number }
  /** For this many steps, some writes fail. */
  | { readonly kind: 'bad disk'; readonly afterSteps: number; readonly steps: number }

export type PlannedStep = Intent | Blow

/** All parameters of a scenario. The rest is drawn by names while it runs. */
export interface Plan {
  readonly seed: number
  readonly steps: readonly PlannedStep[]
  /** The share of faulty messages. */
  readonly faultShare: number
  /** The share of statements after which other tasks run. */
  readonly pauseShare: number
  /** The maximum delay of a short timer, as a multiple of its length. */
  readonly lateness: number
  /** The number of gateways that share the database, if it is on a server. */
  readonly processes: number
}

const FAULT_SHARES = [0, 0.1, 0.3, 0.6] as const
const PAUSE_SHARES = [0, 0.03, 0.2] as const
const LATENESSES = [3, 30, 60] as const
const PROCESSES = [1, 2, 2, 3] as const
const DOWN_MS = [0, 500, 5_000, 40_000, 600_000] as const
/** The process dies in one of this many calls. */
const DEATH_IN_CALL_OF = 8
const JUMPS_MS = [2_000, 31_000, 301_000, 1_300_000, 90_000_000, 605_000_000] as const
/** Within this many steps: during the first requests, during most of them, or at any time. */
const BLOWS_WITHIN_STEPS = [40, 120, 400] as const
const WITHIN_MS = 4_000
const NEW_MONEY = [
  'purchase',
  'purchase',
  'authorization',
  'authorization',
  'session',
  'session',
  'payment',
  'payout',
] as const
const OLD_MONEY = {
  purchase: ['REFUND', 'VOID', 'saved'],
  session: ['REFUND', 'VOID'],
  authorization: ['CAPTURE', 'CAPTURE', 'VOID'],
} as const

export function drawPlan(randomness: NamedRandom): Plan {
  const random = randomness.of('plan')
  const intents: Intent[] = []
  const add = (way: Intent['way'], of: Intent | null, amountMinor: number, from = random): Intent => {
    const intent: Intent = {
      kind: 'intent',
      name: `${way} ${intents.length}`,
      way,
      of: of?.name ?? null,
      amountMinor,
      authentication: from.pick(DRAWN_AUTHENTICATIONS),
      isNamed: from.whole(4) > 0,
      atMs: (of?.atMs ?? 0) + from.whole(WITHIN_MS),
    }
    intents.push(intent)
    return intent
  }
  for (let left = 1 + random.whole(3); left > 0; left -= 1) {
    const root = add(random.pick(NEW_MONEY), null, 100 + random.whole(10_000))
    if (!(root.way in OLD_MONEY)) continue
    for (let more = random.whole(4); more > 0; more -= 1) {
      const way = random.pick(OLD_MONEY[root.way as keyof typeof OLD_MONEY])
      // A void releases all or nothing.
      const divisor = way === 'VOID' && random.whole(4) > 0 ? 0 : random.whole(4)
      const operation = add(way, root, partOf(root.amountMinor, divisor))
      if (operation.way === 'CAPTURE' && random.whole(2) === 0)
        add('REFUND', operation, operation.amountMinor)
    }
  }
  const blows = Array.from({ length: random.whole(5) }, (): Blow => {
    const afterSteps = random.whole(random.pick(BLOWS_WITHIN_STEPS))
    switch (random.pick(['death', 'death', 'jump', 'bad disk'] as const)) {
      case 'death':
        return { kind: 'death', afterSteps, downMs: random.pick(DOWN_MS) }
      case 'jump':
        return { kind: 'jump', afterSteps, ms: random.pick(JUMPS_MS) }
      case 'bad disk':
        return { kind: 'bad disk', afterSteps, steps: 1 + random.whole(40) }
    }
  })
  // A separate generator, so that older draws do not change.
  const changes = randomness.of('changes of authorizations')
  for (const root of intents.filter(({ way }) => way === 'authorization')) {
    for (let more = changes.whole(3); more > 0; more -= 1) {
      const way = changes.pick(['INCREMENT', 'INCREMENT', 'EXTEND'] as const)
      add(
        way,
        root,
        way === 'EXTEND' ? root.amountMinor : partOf(root.amountMinor, changes.whole(4)),
        changes,
      )
    }
  }
  const calls = randomness.of('deaths in calls')
  const deaths = intents
    .filter(() => calls.whole(DEATH_IN_CALL_OF) === 0)
    .map(({ name }): Blow => ({ kind: 'death in a call', of: name, downMs: calls.pick(DOWN_MS) }))
  return {
    seed: randomness.seed,
    steps: [...intents, ...blows, ...deaths],
    faultShare: random.pick(FAULT_SHARES),
    pauseShare: random.pick(PAUSE_SHARES),
    lateness: random.pick(LATENESSES),
    processes: randomness.of('processes').pick(PROCESSES),
  }
}

/** Returns all of it, a half, a third or a quarter. Several together exceed the amount. */
function partOf(amountMinor: number, divisor: number): number {
  return Math.max(1, Math.floor(amountMinor / (divisor + 1)))
}
