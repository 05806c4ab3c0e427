import { FINGERPRINT_RESULTS } from '@sluice/types/vocabulary'

/** A browser without a screen and without scripts of its own: it does what the pages of a flow would have it do. */

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

interface Page {
  readonly url: string
  readonly status: number
  readonly body: string
  readonly location: string | null
}

export interface Customer {
  /** The text to type at the bank, page by page; `cancel` presses that button. */
  readonly answers: readonly string[]
  readonly place: 'frame' | 'page'
}

const NEXT_FIELDS = ['completion', 'trans_status', 'fingerprint_result']

interface Form {
  readonly action: string
  readonly fields: Record<string, string>
}

/** Follows a payment from the flow's address to where the customer lands. */
export async function payAsCustomer(
  fetch: Fetch,
  startUrl: string,
  landing: string,
  { answers, place }: Customer,
): Promise<string> {
  const left = [...answers]
  const inFrame = place === 'frame'
  let page = await open(fetch, startUrl, 'document')
  for (;;) {
    if (page.location?.startsWith(landing) === true) return page.location
    if (page.location !== null) {
      page = await open(fetch, page.location, 'document')
      continue
    }
    const forms = formsOf(page)
    const bank = forms.find(({ fields }) => 'threeDSMethodData' in fields || 'creq' in fields)
    // The gateway's own pages, where a full-page payment continues, report it by another field.
    const next = forms.find(({ fields }) => NEXT_FIELDS.some((name) => name in fields))
    if (bank && 'threeDSMethodData' in bank.fields && next) {
      const method = await open(fetch, bank.action, 'iframe', bank.fields)
      const [notice] = formsOf(method)
      const notified = notice && (await open(fetch, notice.action, 'iframe', notice.fields))
      const completion = notified?.body.includes('FINGERPRINT_RESPONSE') ? 'Y' : 'N'
      const fingerprint_result = FINGERPRINT_RESULTS[completion]
      page = await open(fetch, next.action, 'document', { completion, fingerprint_result })
    } else if (bank && 'creq' in bank.fields) {
      const end = await answerBank(fetch, bank, left, inFrame ? 'iframe' : 'document')
      const self = attribute(end.body, 'data-self')
      const message = attribute(end.body, 'data-message')
      if (!inFrame) page = end
      else if (self !== null) page = await open(fetch, self, 'document')
      else if (message !== null && next) {
        const { trans_status } = JSON.parse(message) as { trans_status: string }
        page = await open(fetch, next.action, 'document', { trans_status })
      } else throw new Error(`the challenge ended with a page that says nothing: ${end.status} ${end.url}`)
    } else throw new Error(`no way on from ${page.status} ${page.url}`)
  }
}

async function answerBank(fetch: Fetch, form: Form, answers: string[], destination: string): Promise<Page> {
  let page = await open(fetch, form.action, destination, form.fields)
  for (;;) {
    const back = formsOf(page).find(({ fields }) => 'cres' in fields)
    if (back) return open(fetch, back.action, destination, back.fields)
    const question = formsOf(page).find(({ fields }) => 'password' in fields)
    if (!question) throw new Error(`the bank asks nothing: ${page.status} ${page.url}`)
    const password = answers.shift() ?? ''
    const decision = password === 'cancel' ? { decision: 'cancel' } : { decision: 'submit', password }
    page = await open(fetch, question.action, destination, { ...question.fields, ...decision })
  }
}

async function open(
  fetch: Fetch,
  url: string,
  destination: string,
  form?: Record<string, string>,
): Promise<Page> {
  const response = await fetch(url, {
    method: form ? 'POST' : 'GET',
    redirect: 'manual',
    headers: {
      'user-agent': 'Mozilla/5.0 (test customer)',
      accept: 'text/html',
      'sec-fetch-dest': destination,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form && { body: new URLSearchParams(form).toString() }),
  })
  const { status, headers } = response
  const location = headers.get('location')
  return {
    url,
    status,
    body: await response.text(),
    location: location === null ? null : new URL(location, url).href,
  }
}

function formsOf({ body, url }: Page): Form[] {
  return [...body.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, attributes = '', inner = '']) => ({
    action: new URL(attribute(attributes, 'action') ?? url, url).href,
    fields: Object.fromEntries(
      [...inner.matchAll(/<input\b[^>]*>/gs)].map(([input]) => [
        attribute(input, 'name') ?? '',
        attribute(input, 'value') ?? '',
      ]),
    ),
  }))
}

function attribute(markup: string, name: string): string | null {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(markup)?.[1]
  return value === undefined ? null : unescape(value)
}

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function unescape(text: string): string {
  return text.replaceAll(/&([a-z]+|#39);/g, (entity, name: string) => CHARACTERS[name] ?? entity)
}
