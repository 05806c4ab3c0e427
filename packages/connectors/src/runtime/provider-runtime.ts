import { Secret } from '@sluice/shared/secret'

import type {
  CallEnd,
  Exchange,
  HttpResult,
  ProviderCall,
  ProviderCallAnswer,
  ProviderConnector,
  TokenGrant,
} from '../kit/index.ts'
import { type AccessToken, cacheTokens } from './cache-tokens.ts'
import { limitRequests } from './limit-requests.ts'
import { type CallParts, runCall } from './run-call.ts'
import { revealRequest } from './reveal-request.ts'
import type { Send } from './send.ts'

/** The dependencies of a runtime. */
export interface RuntimeParts extends Omit<CallParts, 'send'> {
  /** Our accounts at the provider, by their names in the configuration. */
  readonly accounts: readonly string[]
  readonly send: Send
}

/** Runs the calls of one configured provider. */
export interface ProviderRuntime {
  run(call: ProviderCall): Promise<CallEnd<ProviderCallAnswer>>
  /** Sends the harmless request of the connector. */
  probe(): Promise<HttpResult>
}

/** Running calls that may move money. Only one call of a key runs at a time, and the others get its result. */
const ONCE: ReadonlySet<ProviderCall['name']> = new Set(['authorize', 'continue', 'operate', 'order', 'undo'])

/** Creates the runtime of a configured provider. */
export function createProviderRuntime(connector: ProviderConnector, parts: RuntimeParts): ProviderRuntime {
  const limited = new Map<string | null, Send>()
  const running = new Map<string, Promise<CallEnd<ProviderCallAnswer>>>()
  const sendOf = (account: string | null): Send => {
    const known = limited.get(account) ?? limitRequests(parts.send, parts)
    limited.set(account, known)
    return known
  }
  const { tokens: tokenGrant } = connector
  const tokens = tokenGrant && cacheTokens(parts.clock, (account) => grantToken(tokenGrant, account, parts))

  const start = async (call: ProviderCall): Promise<CallEnd<ProviderCallAnswer>> => {
    const named = 'account_id' in call.message ? call.message.account_id : null
    if (named !== null && !parts.accounts.includes(named))
      return { kind: 'refuse', reason: 'the account is not configured' }
    // The token is part of the call.
    const untilMs = parts.clock.now() + parts.timeoutMs
    const [only = null] = parts.accounts.length === 1 ? parts.accounts : []
    const account = named ?? only
    const state = stateIn(call)
    const terms = {
      account,
      state: state === null ? null : new Secret(state),
      token: (await tokens?.get(account)) ?? null,
      untilMs,
      ...(tokens && { renewToken: (refused: Secret<string>) => tokens.renew(account, refused) }),
    }
    return runCall(connector.step, call, terms, { ...parts, send: sendOf(account) })
  }

  return {
    run(call) {
      if (!ONCE.has(call.name) || !('idempotency_key' in call.message)) return start(call)
      const id = `${call.name} ${call.message.idempotency_key}`
      const earlier = running.get(id)
      if (earlier) return earlier
      const run = start(call).finally(() => running.delete(id))
      running.set(id, run)
      return run
    },
    async probe() {
      const [account = null] = parts.accounts
      const request = connector.probe({
        now: parts.clock.now(),
        account,
        secrets: parts.secrets(),
        token: (await tokens?.get(account)) ?? null,
        random: parts.random,
      })
      return parts.send(revealRequest(request), parts.timeoutMs)
    },
  }
}

/** Returns the state in a message, whichever member contains it. */
function stateIn({ message }: ProviderCall): string | null {
  if ('original' in message) return message.original.state
  if ('state' in message) return message.state
  return 'prepared' in message ? (message.prepared?.state ?? null) : null
}

async function grantToken(
  grant: TokenGrant,
  account: string | null,
  parts: RuntimeParts,
): Promise<AccessToken> {
  const now = parts.clock.now()
  const request = grant.request({ now, account, secrets: parts.secrets(), random: parts.random })
  const result = await parts.send(revealRequest(request), parts.timeoutMs)
  const exchange: Exchange = { request, result }
  parts.onExchange(exchange, parts.clock.now() - now)
  const token = result.kind === 'answer' ? grant.read(result, now) : null
  if (token === null) throw new Error('the provider returned no access token')
  return token
}
