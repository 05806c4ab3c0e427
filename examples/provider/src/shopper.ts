import { randomUUID } from 'node:crypto'

import type { Asked, Books, Entry } from './books.ts'

/** Our page's response to a browser. */
export interface PageAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const PATH = '/confirm/'

export const isShopperPage = (path: string): boolean => path.startsWith(PATH)

/** Begins to wait for the shopper of a payment. */
export const ask = (returnUrl: string): Asked => ({ page: randomUUID(), returnUrl })

/** Returns the address to which the shopper's browser is redirected. */
export const pageUrl = (ownUrl: string, { page }: Asked): string => `${ownUrl}${PATH}${page}`

/** Returns the payment to which a result belongs, regardless of who presents it, and for which payment. */
export function findByResult(books: Books, query: string): Entry | undefined {
  const result = new URLSearchParams(query).get('result')
  return result === null ? undefined : books.list().find(({ asked }) => asked?.result === result)
}

/**
 * Shows the page, and takes the shopper's answer. The answer moves no money: the gateway brings it to us, and only that continuation decides the
 * payment. A second answer changes nothing.
 */
export function answerBrowser(books: Books, method: string, path: string, body: string): PageAnswer {
  const page = path.slice(PATH.length).split('?')[0]
  const entry = books.list().find(({ asked }) => asked?.page === page)
  if (entry?.asked === undefined || entry.code !== '1002') return show(404, 'This payment is over.')
  if (method !== 'POST') return show(200, formOf(entry))
  const isConfirmed = new URLSearchParams(body).get('answer') === 'yes'
  const {
    asked: { result = randomUUID(), ...asked },
  } = entry
  if (entry.asked.result === undefined) books.write({ ...entry, asked: { ...asked, result, isConfirmed } })
  const address = new URL(asked.returnUrl)
  address.searchParams.set('result', result)
  return { status: 303, headers: { location: address.href }, body: '' }
}

function formOf({ amount, currency }: Entry): string {
  return `<form method="post"><p>Do you pay ${amount} ${currency} (minor units)?</p>
    <button name="answer" value="yes">Confirm</button> <button name="answer" value="no">Refuse</button></form>`
}

function show(status: number, html: string): PageAnswer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Acme</title>${html}</html>`,
  }
}
