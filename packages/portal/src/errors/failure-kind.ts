import { TEXTS } from '../texts/texts.ts'

/** The members by which the gateway groups failed requests. */
export interface FailureKind {
  readonly endpoint: string
  readonly status: number
  readonly property: string | null
  readonly message: string | null
}

const { errors: texts } = TEXTS

/** Returns the kind that an address names; null for the address of all. */
export function readKind(query: URLSearchParams): FailureKind | null {
  const endpoint = query.get('endpoint')
  const status = Number(query.get('status'))
  if (endpoint === null || !Number.isInteger(status)) return null
  return { endpoint, status, property: query.get('property'), message: query.get('message') }
}

export function addressOfKind(
  { endpoint, status, property, message }: FailureKind,
  cursor: string | null = null,
): string {
  const query = new URLSearchParams({ endpoint, status: String(status) })
  for (const [name, value] of Object.entries({ property, message, cursor }))
    if (value !== null) query.set(name, value)
  return `/errors?${query}`
}

/** Returns a kind in words: what the status means, the member and sentence of the answer, and what to do. */
export function describeKind({ status, property, message }: FailureKind): {
  readonly title: string
  readonly detail: string | null
  readonly advice: string
} {
  const statuses: Readonly<Record<number, readonly string[]>> = texts.statuses
  const [title = '', advice = ''] = statuses[status] ?? texts.otherStatus
  const member = property === '[hidden]' ? texts.hidden : property
  const detail = [member, message].filter((part) => part !== null).join(' ')
  return { title, detail: detail === '' ? null : detail, advice }
}
