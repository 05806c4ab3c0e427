import { keyFor } from './key-for.ts'
import type { Random } from '@sluice/platform/kernel/random'

import type { ProviderAccount } from '../../merchants/index.ts'
import { isOfAnswer, type ProbeAccount, PROBE_LIMIT_MS, THREE_DS_PARTY } from '../../provider-health/index.ts'
import type { ThreeDsServer } from '../../three-ds/index.ts'
import type { QueriedAttempt, ProviderMemory } from './bound-provider.ts'
import type { CallOutside } from './call-outside.ts'
import type { Provider } from './provider.ts'

/** The dependencies of probing. */
export interface ProbePorts {
  readonly providers: ReadonlyMap<string, Provider>
  /** The 3DS servers by id. */
  readonly threeDsServers: Pick<ReadonlyMap<string, ThreeDsServer>, 'get'>
  readonly findOldestUnknown: (account: ProviderAccount) => Promise<QueriedAttempt | null>
  readonly memory: Pick<ProviderMemory, 'recall'>
  readonly callOutside: CallOutside
  readonly random: Pick<Random, 'uuid'>
}

/** Probes accounts with queries that move no money and settle nothing: for the outcome of an attempt, or for anything else. */
export function createProbeAccount(ports: ProbePorts): ProbeAccount {
  return async (account) => {
    const probe = await chooseProbe(ports, account)
    if (probe === 'gone') return 'gone'
    if (probe === null) return false
    const result = await ports.callOutside({
      party: account.providerId,
      operation: 'probe',
      transactionId: probe.transactionId,
      limitMs: PROBE_LIMIT_MS,
      ask: probe.ask,
      describe: () => 'answered',
    })
    // An answer that contradicts its call is still an answer.
    return result.kind === 'answered' || result.contradiction !== undefined
  }
}

/** Returns the query for an account; null if its provider supports none. */
async function chooseProbe(
  { providers, threeDsServers, findOldestUnknown, memory, random }: ProbePorts,
  account: ProviderAccount,
): Promise<{ readonly transactionId: string | null; readonly ask: () => Promise<unknown> } | 'gone' | null> {
  // An id that was never sent or enrolled, so it is unknown to every party.
  const unused = random.uuid()
  if (account.providerId === THREE_DS_PARTY) {
    const server = threeDsServers.get(account.accountId)
    if (!server) return 'gone'
    const challenge = { transactionId: unused, threeDsServerTransId: unused, round: 1 }
    return { transactionId: null, ask: () => server.readChallengeResult(challenge).catch(acceptAnswer) }
  }
  const provider = providers.get(account.providerId)
  if (!provider) return 'gone'
  if (!isAskedByKey(provider)) {
    const { ping } = provider
    return ping ? { transactionId: null, ask: () => ping() } : null
  }
  const unknown = await findOldestUnknown(account)
  if (unknown !== null)
    return {
      transactionId: unknown.transactionId,
      ask: async () => provider.findOutcome(await memory.recall(unknown)),
    }
  const nothing = { accountId: account.accountId, amountMinor: 0, currency: '', mayBePartial: true }
  const call = { key: keyFor(unused), state: null, providerReference: null, ...nothing }
  return { transactionId: null, ask: () => provider.ping?.() ?? provider.findOutcome(call) }
}

/** A 3DS server does not know this challenge, and may answer with 404 or an error. */
function acceptAnswer(error: unknown): void {
  if (!isOfAnswer(error)) throw error
}

/** Returns whether the gateway may query the outcome of every call. It never queries a provider that only reports. */
function isAskedByKey({ capabilities }: Provider): boolean {
  return Object.values(capabilities.calls).every(({ lookup }) => lookup === 'by-our-key')
}
