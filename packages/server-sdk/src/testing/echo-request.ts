/** Members that an answer repeats from the request it answers. */
const ECHOED = [
  'terminal_id',
  'reference',
  'description',
  'currency',
  'amount',
  'transaction_type',
  'return_url',
  'email',
  'first_name',
  'last_name',
] as const

/** Replaces the sample's values by those of the request, so that a test that compares them can pass. */
export function echoRequest(answer: unknown, request: unknown): unknown {
  if (!isRecord(answer) || !isRecord(request)) return answer
  const target = isRecord(answer['result']) ? answer['result'] : answer
  for (const member of ECHOED) {
    if (member in target && member in request) target[member] = request[member]
  }
  if ('normalized_amount' in target) target['normalized_amount'] = target['amount']
  return answer
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
