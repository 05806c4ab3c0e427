import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** Markup whose values were escaped when it was made. The class stays in here: only this file vouches for markup. */
class SafeHtml {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

export type { SafeHtml }

export type HtmlValue = string | number | SafeHtml | readonly HtmlValue[] | null | undefined | false

/** Escapes every value, nests {@link SafeHtml}, joins arrays; `null`, `undefined` and `false` are nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): SafeHtml {
  const markup = strings.reduce((text, string, index) => text + render(values[index - 1]) + string)
  return new SafeHtml(markup)
}

function render(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof SafeHtml) return value.toString()
  if (typeof value === 'object') return value.map(render).join('')
  return escapeHtml(String(value))
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

/** A script of our own, allowed by its hash: {@link scriptHash} goes into the page's policy. */
export function inlineScript(source: string): SafeHtml {
  refuseEndTag(source, 'script')
  return new SafeHtml(`<script>${source}</script>`)
}

/** A style sheet of our own, allowed by its hash: {@link styleHash} goes into the page's policy. */
export function inlineStyle(source: string): SafeHtml {
  refuseEndTag(source, 'style')
  return new SafeHtml(`<style>${source}</style>`)
}

function refuseEndTag(source: string, tag: 'script' | 'style'): void {
  if (source.toLowerCase().includes(`</${tag}`) || source.includes('<!--')) {
    throw new TypeError(`an inline ${tag} must not contain </${tag} or <!--, which would end or hide it`)
  }
}

/** Returns the source expression of Content Security Policy for an inline script: `'sha256-…'`, with its quotes. */
export function scriptHash(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`
}

/** Returns the same as {@link scriptHash}, for a style sheet. */
export const styleHash = scriptHash

/** Directives by name, or the finished header value. */
export type ContentSecurityPolicy = Readonly<Record<string, string>> | string

export interface Page {
  readonly status?: number
  readonly body: SafeHtml
  readonly csp: ContentSecurityPolicy
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a page that is never stored, never sniffed and sends no referrer; `headers` may override that. */
export function sendPage(reply: FastifyReply, { status = 200, body, csp, headers = {} }: Page): FastifyReply {
  return reply
    .code(status)
    .headers({ ...pageHeaders(csp), ...headers })
    .send(body.toString())
}

/** Returns the headers that {@link sendPage} sends with every page. */
export function pageHeaders(csp: ContentSecurityPolicy): Readonly<Record<string, string>> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': formatPolicy(csp),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }
}

/** `{ 'script-src': "'none'" }` → `script-src 'none'`. */
export function formatPolicy(csp: ContentSecurityPolicy): string {
  if (typeof csp === 'string') return csp
  return Object.entries(csp)
    .map(([directive, sources]) => `${directive} ${sources}`.trim())
    .join('; ')
}
