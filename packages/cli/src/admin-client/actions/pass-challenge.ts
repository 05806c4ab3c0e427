import { type DefaultTreeAdapterTypes, parse } from 'parse5'

import { TRANS_STATUSES, type TransStatus } from '@sluice/types/vocabulary'
import { fetchAsBrowser } from '@sluice/platform/http/fetch-as-browser'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

interface Page {
  readonly url: string
  readonly html: string
}

interface Form {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

/** The bank asks again after a wrong password, and stops after a few. */
const PAGES_MAX = 10

/**
 * Answers the simulated bank's challenge as a customer does, page by page.
 *
 * @param passwords - typed one after the other; `cancel` presses that button. The simulated bank takes `1234`.
 * @returns the `trans_status` that the browser's message names; null when the bank's page stays open.
 */
export async function passChallenge(
  { acsUrl, creq }: { readonly acsUrl: string; readonly creq: string },
  passwords: readonly string[],
): Promise<TransStatus | null> {
  const answers = [...passwords]
  let page = await post(acsUrl, { creq })
  for (let count = 0; count < PAGES_MAX; count += 1) {
    const back = findForm(page, 'cres')
    if (back !== null) return readTransStatus(await post(back.action, back.fields))
    const question = findForm(page, 'password')
    const password = answers.shift()
    if (question === null || password === undefined) return null
    const decision = password === 'cancel' ? { decision: 'cancel' } : { decision: 'submit', password }
    page = await post(question.action, { ...question.fields, ...decision })
  }
  return null
}

async function post(url: string, fields: Readonly<Record<string, string>>): Promise<Page> {
  const { body } = await fetchAsBrowser(url, {
    method: 'POST',
    headers: { 'sec-fetch-dest': 'iframe', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
  return { url, html: body }
}

/** Finds the form of a page that has a field of that name. */
function findForm({ url, html }: Page, fieldName: string): Form | null {
  for (const form of elementsOf(parse(html), 'form')) {
    const inputs = [...elementsOf(form, 'input')].map((input) => [
      attributeOf(input, 'name') ?? '',
      attributeOf(input, 'value') ?? '',
    ])
    const fields = Object.fromEntries(inputs) as Record<string, string>
    if (fieldName in fields) return { action: new URL(attributeOf(form, 'action') ?? url, url).href, fields }
  }
  return null
}

/** Reads the result from the browser's last page, which reports it to the shop's page. */
function readTransStatus({ html }: Page): TransStatus | null {
  const [body] = elementsOf(parse(html), 'body')
  const message = body && attributeOf(body, 'data-message')
  if (message === undefined) return null
  const { trans_status: given } = JSON.parse(message) as { readonly trans_status?: string }
  return TRANS_STATUSES.find((status) => status === given) ?? null
}

function* elementsOf(node: Node, tagName: string): Generator<Element> {
  if ('tagName' in node && node.tagName === tagName) yield node
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsOf(child, tagName)
}

function attributeOf({ attrs }: Element, name: string): string | undefined {
  return attrs.find((attribute) => attribute.name === name)?.value
}
