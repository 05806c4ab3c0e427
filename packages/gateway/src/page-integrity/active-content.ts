import { createHash } from 'node:crypto'

import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** The elements that load a document or code from another address, or change the base of addresses. */
const FOREIGN_ELEMENTS: ReadonlySet<string> = new Set([
  'applet',
  'base',
  'embed',
  'fencedframe',
  'frame',
  'iframe',
  'link',
  'meta',
  'object',
  'portal',
])

/** The attributes with an address to which a form is submitted. */
const TARGETS: ReadonlySet<string> = new Set(['action', 'formaction'])

/** The attributes of the elements above that do not affect what they load. */
const HARMLESS_META: ReadonlySet<string> = new Set(['charset', 'name'])

/**
 * Lists everything in a document that runs, loads a document or submits a form, one line each. It parses the document
 * as browsers do (HTML Standard §13.2), including the content of templates and of `noscript`.
 */
export function listActiveContent(html: string): readonly string[] {
  return [...walk(parse(html, { scriptingEnabled: false }))].flatMap(describeElement)
}

/** Returns the hash of a script in the form of a policy. */
export function hashScript(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

function* walk(node: Node): Generator<Element> {
  if ('tagName' in node) yield node
  if ('content' in node) yield* walk(node.content)
  if ('childNodes' in node) for (const child of node.childNodes) yield* walk(child)
}

function describeElement(element: Element): readonly string[] {
  const { tagName, attrs } = element
  const attributes = attrs.map(({ name, value }) => [name.toLowerCase(), value.trim()] as const)
  return [
    ...(tagName === 'script' ? describeScript(element, new Map(attributes)) : []),
    ...(FOREIGN_ELEMENTS.has(tagName) && !isHarmless(tagName, attributes)
      ? [`<${tagName}> ${attributes.map(([name, value]) => `${name}="${value}"`).join(' ')}`]
      : []),
    ...attributes.flatMap(([name, value]) => {
      if (name.startsWith('on')) return [`attribute ${name} of <${tagName}>: ${hashScript(value)}`]
      if (TARGETS.has(name)) return [`<${tagName}> sends to ${value}`]
      // Browsers skip blanks and control characters inside the scheme.
      const isScript = /^(?:javascript|vbscript):/i.test(value.replaceAll(/[\0-\x20]/g, ''))
      return isScript ? [`attribute ${name} of <${tagName}>: ${hashScript(value)}`] : []
    }),
  ]
}

function describeScript(element: Element, attributes: ReadonlyMap<string, string>): readonly string[] {
  // Data that no browser runs.
  if (attributes.get('type')?.toLowerCase() === 'application/json' && !attributes.has('src')) return []
  const source = attributes.get('src') ?? attributes.get('href') ?? attributes.get('xlink:href')
  if (source !== undefined) return [`script from ${source}`]
  const text = element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
  return [`inline script ${hashScript(text)}`]
}

/** Harmless: names, encodings and the empty icon. Anything with `http-equiv` acts as a header. */
function isHarmless(tagName: string, attributes: readonly (readonly [string, string])[]): boolean {
  const [first] = attributes
  if (tagName === 'meta')
    return HARMLESS_META.has(first?.[0] ?? '') && attributes.every(([name]) => name !== 'http-equiv')
  return tagName === 'link' && new Map(attributes).get('href') === 'data:,'
}
