import type { ApiAnswer } from '../api/api.ts'
import { Refusal } from '../api/refusal.ts'
import type { World } from '../world/world.ts'
import { choose, showPage } from './shopper-page.ts'

const HTML = { 'content-type': 'text/html; charset=utf-8' }

/** Answers a shopper's browser with `/pages/<id>`, and sends it back to the shop after the choice. */
export function answerPage(
  { world, catchUp }: { readonly world: World; readonly catchUp: () => void },
  method: string,
  path: string,
  body: string,
): ApiAnswer | null {
  const id = /^\/pages\/(\w+)$/.exec(path)?.[1]
  if (id === undefined) return null
  catchUp()
  try {
    if (method === 'GET') return { status: 200, headers: HTML, body: showPage(world, id) }
    const target = choose(world, id, new URLSearchParams(body).get('choice') ?? '')
    if (target !== null) return { status: 303, headers: { location: target }, body: '' }
    return {
      status: 200,
      headers: HTML,
      body: '<!doctype html><title>Done</title><p>You can close this page.</p>',
    }
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, headers: HTML, body: error.message }
    throw error
  }
}
