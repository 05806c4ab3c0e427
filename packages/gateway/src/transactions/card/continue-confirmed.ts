import { keyFor, KEY_MAX_CHARS } from '../execution/key-for.ts'
import type { BoundProvider } from '../execution/bound-provider.ts'
import type { CallResult } from '../execution/call-outside.ts'
import type { Envelope } from '../execution/envelope.ts'
import type { Execution } from '../execution/execution-records.ts'
import { execute, type ExecuteOptions } from '../execution/execute.ts'
import type { PaymentStep } from '../execution/flow.ts'
import { withNothingPayable } from '../execution/learn-confirmed.ts'
import { move } from '../execution/move.ts'
import { callLeaseMs, callsOf } from '../execution/open.ts'
import type { ShopperResult } from '../execution/provider.ts'
import { foundIn, undoesLostAnswers } from '../execution/status-query.ts'
import { answerOf, type ProviderCallResult } from '../execution/apply-result.ts'
import { createConfirmedFlow } from './card-flow.ts'
import type { CardPorts, ConfirmedContext } from './card-context.ts'
import { currentEnvelope, openKeys, type Resumption } from './resumption.ts'
import { openSealed } from './open-sealed.ts'

/** The pages that the returning browser can still show. */
type ContinueOptions = Pick<ExecuteOptions<ConfirmedContext>, 'endsAtDecline'>

/**
 * Forwards the result that the shopper's browser returned from the step that the provider required. The gateway does
 * not trust it. The step is taken once, by the commit that also stores the result and the key of the call: a worker
 * that dies leaves an unknown outcome, never the step.
 */
export async function continueConfirmed(
  ports: CardPorts,
  resumption: Resumption,
  open: Execution,
  brought: ShopperResult,
  options: ContinueOptions = {},
): Promise<Envelope> {
  if (open.attempt.confirmation?.awaits !== brought.kind) return currentEnvelope(ports, resumption)
  const keys = await openKeys(ports, resumption, open)
  if (keys === null) return currentEnvelope(ports, resumption)
  const sealed = openSealed(keys.dataKey, open)
  const taken = await takeWithResult(ports, open, brought)
  if (taken === null) return currentEnvelope(ports, resumption)
  const { merchantId, terminalId } = open.transaction
  const context: ConfirmedContext = {
    ...sealed,
    keys,
    rules: await ports.findTerminalRules(merchantId, terminalId),
    // A provider that received a proof is not asked to authenticate, and neither is one for a charge that the merchant
    // starts.
    proof: null,
    firstAuthentication: null,
  }
  return execute(ports, createConfirmedFlow(ports), taken, {
    sessionId: context.sessionId,
    ...options,
    first: () => Promise.resolve(askToContinue(ports, taken, context, brought)),
    onConcurrentUpdate: () => currentEnvelope(ports, resumption),
  })
}

/** Returns null if another request took the step first, or the payment ended. */
function takeWithResult(
  ports: CardPorts,
  open: Execution,
  brought: ShopperResult,
): Promise<Execution | null> {
  const { attempt, pendingAuthentication } = open
  const { confirmation } = attempt
  const { step } = pendingAuthentication
  if (confirmation === undefined || (step !== 'FINGERPRINT' && step !== 'CHALLENGE'))
    return Promise.resolve(null)
  const nowMs = ports.clock.now()
  const provider = ports.providers.get(attempt.providerId)
  const { maxKeyChars = KEY_MAX_CHARS } = provider?.capabilities.calls.authorization.idempotency ?? {}
  return move(ports, open, {
    cause: 'three-ds',
    to: {
      step: 'WORKING',
      takenStep: step,
      leaseUntilMs: nowMs + callLeaseMs(ports.providerTimeoutMs, callsOf(attempt)),
    },
    attempt: {
      ...attempt,
      status: 'STARTED',
      confirmation: {
        ...confirmation,
        continuation: {
          key: keyFor(ports.random.uuid(), maxKeyChars),
          sealedResult: ports.confirmationSeals.sealResult(attempt, brought),
          sinceMs: nowMs,
        },
      },
    },
  })
}

function askToContinue(
  ports: CardPorts,
  execution: Execution,
  context: ConfirmedContext,
  brought: ShopperResult,
): PaymentStep<ConfirmedContext> {
  const { attempt, transaction } = execution
  const provider = ports.providers.get(attempt.providerId)
  const key = attempt.confirmation?.continuation?.key ?? null
  return {
    kind: 'ask',
    execution,
    context,
    // A provider that the configuration no longer names still holds the payment: nothing is known of it.
    ask: async () =>
      provider === undefined || key === null
        ? { kind: 'unanswered' }
        : withoutPayable(provider, execution, answerOf(await provider.continue(attempt, key, brought))),
    undoesLost: undoesLostAnswers(provider, transaction),
  }
}

/** A decline counts once nothing payable is left at the provider. */
async function withoutPayable(
  provider: BoundProvider,
  { attempt }: Execution,
  result: CallResult<ProviderCallResult>,
): Promise<CallResult<ProviderCallResult>> {
  if (result.kind === 'unanswered' || result.value.kind !== 'outcome') return result
  const found = await withNothingPayable(provider, attempt, foundIn(result.value.outcome))
  switch (found.kind) {
    case 'decided':
      return { kind: 'answered', value: { kind: 'outcome', outcome: found.outcome } }
    case 'declining':
      return { kind: 'answered', value: found }
    default:
      return result
  }
}
