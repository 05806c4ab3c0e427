import type { TransactionList } from '@sluice/types'

import type { Gateway, Reads } from './compare-reads.ts'
import { SESSION, WANTED } from './slim-payments.ts'

const DAY_MS = 86_400_000

/** Lists the requests, for payments of which both gateways have the same number on a first page. */
export async function listReads({ url, headers, terminalId }: Gateway, rows: number): Promise<Reads> {
  const { origin } = new URL(url)
  const list = `${origin}/api/transactions`
  const middle = `reference=order-${rows / 2}`
  const answer = await fetch(`${list}?${middle}`, { headers: { 'user-agent': 'bench', ...headers } })
  const [found] = ((await answer.json()) as TransactionList).data
  if (!found) throw new Error('the payment in the middle was not found')
  const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString()
  const filters: Reads = {
    'without a filter': '',
    'by reference': middle,
    'a page in the middle': `cursor=${found.id}`,
    'by e-mail address': `email=person-${WANTED}@example.com`,
    'by last four digits': `last4=${String(WANTED).padStart(4, '0')}`,
    'by reference or last four digits, as searched': `reference_or_last4=${String(WANTED).padStart(4, '0')}`,
    'by amount': `amount=${100 + WANTED}`,
    'by amount and currency, as searched': `amount=${100 + WANTED}&currency=SEK`,
    'by customer': `customer_id=customer-${WANTED}`,
    'by parent': `parent_id=parent-${WANTED}`,
    'by session': `session_id=${SESSION}`,
    'by a rare status': 'status=CANCELED',
    'by a status of one in ten': 'status=DECLINED',
    'by the usual status': 'status=APPROVED',
    'by a status that none has': 'status=PENDING',
    'by type': 'transaction_type=AUTHORIZE',
    'by method': 'payment_method_type=partner-blik',
    'by terminal': `terminal_id=${terminalId}`,
    'by currency': 'currency=SEK',
    'by a currency that none has': 'currency=USD',
    'from a time on': `from=${daysAgo(100)}`,
    'until a time': `to=${daysAgo(100)}`,
    'between two times': `from=${daysAgo(200)}&to=${daysAgo(100)}`,
  }
  return {
    ...Object.fromEntries(Object.entries(filters).map(([name, query]) => [name, `${list}?${query}`])),
    'the status of one': `${list}/${found.id}/status`,
    'the timeline of one': `${list}/${found.id}/timeline`,
  }
}
