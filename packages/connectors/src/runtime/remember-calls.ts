import type { CallEnd, ProviderCall, ProviderCallAnswer } from '../kit/index.ts'
import type { ProviderRuntime } from './provider-runtime.ts'

/** The names from the answer to a call; `isFenced` if the call must never be executed. */
export interface RememberedCall {
  readonly state: string | null
  readonly provider_reference: string | null
  readonly isFenced?: true
}

/** Stores the names of calls by their keys. */
export interface CallMemory {
  get(key: string): RememberedCall | undefined
  set(key: string, call: RememberedCall): void
}

/**
 * Completes calls whose names the caller does not have. A gateway stores the names of each answer and needs none of this; a process that serves
 * a connector by the provider protocol receives queries with only the keys of calls, after an answer was lost between
 * the two.
 */
export function rememberCalls(runtime: ProviderRuntime, memory: CallMemory): ProviderRuntime {
  return {
    ...runtime,
    async run(call) {
      const fenced = findFencedResult(call, memory)
      if (fenced !== null) return fenced
      const completed = complete(call, memory)
      const end = await runtime.run(completed)
      if (end.kind === 'answer') remember(completed, end.answer, memory)
      return end
    },
  }
}

function findFencedResult(
  { name, message }: ProviderCall,
  memory: CallMemory,
): CallEnd<ProviderCallAnswer> | null {
  switch (name) {
    case 'authorize':
    case 'order':
    case 'operate':
      return memory.get(message.idempotency_key)?.isFenced ? { kind: 'refuse', reason: 'FENCED' } : null
    case 'find':
      return memory.get(message.key)?.isFenced ? { kind: 'answer', answer: { found: false } } : null
    case 'fence':
      return memory.get(message.key)?.isFenced
        ? { kind: 'answer', answer: { result: 'FENCED', key: message.key } }
        : null
    default:
      return null
  }
}

type Earlier = Extract<ProviderCall, { name: 'find' }>['message']

function complete(call: ProviderCall, memory: CallMemory): ProviderCall {
  const earlier = <Call extends Earlier>(named: Call): Call => {
    const known = named.state === null ? memory.get(named.key) : undefined
    return known ? { ...named, state: known.state, provider_reference: known.provider_reference } : named
  }
  switch (call.name) {
    case 'find':
      return { ...call, message: earlier(call.message) }
    case 'fence':
      return { ...call, message: earlier(call.message) }
    case 'cancel':
      return { ...call, message: earlier(call.message) }
    case 'continue':
      return { ...call, message: earlier(call.message) }
    case 'undo':
      return { ...call, message: { ...call.message, original: earlier(call.message.original) } }
    case 'operate': {
      const { original, parent } = call.message
      return { ...call, message: { ...call.message, original: earlier(original), parent: earlier(parent) } }
    }
    case 'authorize':
      return { ...call, message: { ...call.message, ...preparedOf(call.message, memory) } }
    case 'order':
      return { ...call, message: { ...call.message, ...preparedOf(call.message, memory) } }
    case 'prepare':
      return call
  }
}

type PreparedCall = Pick<Extract<ProviderCall, { name: 'order' }>['message'], 'idempotency_key' | 'prepared'>

function preparedOf(
  { idempotency_key: key, prepared = null }: PreparedCall,
  memory: CallMemory,
): Pick<PreparedCall, 'prepared'> {
  const known = prepared === null ? memory.get(key) : undefined
  return { prepared: known ? { state: known.state, provider_reference: known.provider_reference } : prepared }
}

function remember(call: ProviderCall, answer: ProviderCallAnswer, memory: CallMemory): void {
  const told = 'outcome' in answer ? answer.outcome : answer
  if ('result' in answer && answer.result === 'FENCED' && 'key' in answer)
    return memory.set(answer.key, { state: null, provider_reference: null, isFenced: true })
  if (call.name === 'undo' && memory.get(call.message.original.key) === undefined)
    return memory.set(call.message.original.key, { state: null, provider_reference: null, isFenced: true })
  if (!('state' in told) || !told.state) return
  const key = call.name === 'prepare' ? call.message.call_key : told.idempotency_key
  memory.set(key, { state: told.state, provider_reference: told.refs?.[0] ?? null })
}
