import { describeError } from './describe-error.ts'
import { scrubCardNumbers } from './scrub-card-numbers.ts'

/**
 * The members that a log line may have. Every other member is left out, so that no call logs a body, a header or a path
 * by accident; the names of omitted members are logged.
 */
const LOG_FIELDS = [
  'attempt',
  'attempt_id',
  'audit_hash',
  'audit_seq',
  'base_url',
  'brand',
  'client_id',
  'count',
  'csp_blocked',
  'csp_directive',
  'csp_page',
  'csp_source',
  'currency',
  'deadline_ms',
  'delivery_id',
  'dialect',
  'drain_delay_ms',
  'duration_ms',
  'effect',
  'endpoint',
  'environment',
  'err',
  'event',
  'merchant_id',
  'method',
  'processing_code',
  'provider',
  'provider_account',
  'operation',
  'reason',
  'reference',
  'request_id',
  'response_code',
  'retry_ms',
  'revision',
  'route',
  'safeguard',
  'signal',
  'status',
  'task',
  'terminal_id',
  'three_ds_flow',
  'three_ds_result',
  'three_ds_server',
  'three_ds_version',
  'trace_id',
  'transaction_id',
  'type',
  'version',
] as const

const ALLOWED: ReadonlySet<string> = new Set(LOG_FIELDS)

// Ids and templates are far shorter; a text longer than this is content.
const TEXT_MAX_CHARS = 200

/** Returns a copy of `fields` with allowed members of plain values only; errors are reduced. */
export function allowFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  const dropped: string[] = []
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'err') kept[name] = describeError(value)
    else if (ALLOWED.has(name) && isPlain(value)) kept[name] = shorten(value)
    else if (value !== undefined) dropped.push(shorten(name))
  }
  return dropped.length > 0 ? { ...kept, dropped_fields: dropped } : kept
}

type Plain = string | number | boolean | null

function isPlain(value: unknown): value is Plain {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** Scrubbed before it is cut: half a card number would no longer be recognised. */
function shorten<T extends Plain>(value: T): T | string {
  if (typeof value !== 'string' || value.length <= TEXT_MAX_CHARS) return value
  return `${scrubCardNumbers(value).slice(0, TEXT_MAX_CHARS)}…`
}
