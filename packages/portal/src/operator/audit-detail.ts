import { AUDIT_WORDS } from '../texts/audit-texts.ts'
import { formatAmount, formatMoment, formatWord } from '../wording/format.ts'

/** The details of an entry of the audit trail. */
type Detail = Readonly<Record<string, string | number>>

/** One line of the details, as people read it. */
interface DetailLine {
  readonly name: string
  readonly text: string
}

/** These name one thing or several by words of the gateway. All other values are IDs, numbers, or what a person wrote. */
const NAMED: ReadonlySet<string> = new Set([
  'change',
  'grant_type',
  'kind',
  'methods',
  'outcome',
  'roles',
  'status',
  'step',
  'type',
  'which',
])

/** Describes the details of an entry: names of the gateway by words, an amount with its currency, moments in local time. */
export function describeDetail({ currency, ...detail }: Detail): readonly DetailLine[] {
  const amount = detail['amount']
  const isMoney = typeof amount === 'number' && typeof currency === 'string'
  const others = isMoney || currency === undefined ? detail : { ...detail, currency }
  return Object.entries(others)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ({
      name: formatWord(name),
      text: isMoney && name === 'amount' ? formatAmount(amount, currency) : describeValue(name, value),
    }))
}

function describeValue(name: string, value: string | number): string {
  if (typeof value === 'number') return name === 'outcome' ? `HTTP ${value}` : String(value)
  if (name.endsWith('_until')) return formatMoment(value)
  if (!NAMED.has(name)) return value
  return value
    .split(/[ ,]+/)
    .map((word) => AUDIT_WORDS[name]?.[word] ?? formatWord(word.replaceAll(/:|(?<=[a-z])(?=[A-Z])/g, ' ')))
    .join(', ')
}
