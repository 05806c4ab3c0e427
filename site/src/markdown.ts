import { posix } from 'node:path'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import csharp from 'highlight.js/lib/languages/csharp'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import json from 'highlight.js/lib/languages/json'
import nginx from 'highlight.js/lib/languages/nginx'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import MarkdownIt, { type Token } from 'markdown-it'

export interface Heading {
  /** 2 or 3 in the list next to a page; 1 is the page's own. */
  readonly level: number
  readonly id: string
  readonly text: string
}

/** A heading and the plain text below it, up to the next one: what the search finds. */
export interface Passage extends Heading {
  readonly body: string
}

export interface Rendered {
  readonly html: string
  readonly passages: readonly Passage[]
}

/** Leads a link to its place in the site; `null` where the site has none, and the text stays without a link. */
export type ResolveLink = (target: string) => string | null

const LANGUAGES = { bash, csharp, go, ini, java, json, nginx, php, python, ruby, sql, typescript, xml, yaml }
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language)
hljs.registerAliases(['svelte', 'vue'], { languageName: 'xml' })
hljs.registerAliases(['js', 'mjs'], { languageName: 'typescript' })

const markdown = new MarkdownIt({
  html: true,
  highlight: (code, language) => (hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : ''),
})
// A wide table scrolls on its own, also by keyboard, without moving the page.
markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n'
markdown.renderer.rules.table_close = () => '</table></div>\n'
// A heading below the page's own is a link to itself, unless it holds a link.
markdown.renderer.rules.heading_open = (tokens, index) => {
  const [open, inline] = [tokens[index], tokens[index + 1]]
  const id = markdown.utils.escapeHtml(attributeOf(open, 'id'))
  return `<${open?.tag} id="${id}">${linksItself(open, inline) ? `<a href="#${id}">` : ''}`
}
markdown.renderer.rules.heading_close = (tokens, index) =>
  `${linksItself(tokens[index], tokens[index - 1]) ? '</a>' : ''}</${tokens[index]?.tag}>\n`
const renderFence = markdown.renderer.rules.fence
markdown.renderer.rules.fence = (...all) =>
  (renderFence?.(...all) ?? '').replace('<pre>', '<pre tabindex="0">')

/** Renders one document, with an anchor at each heading, as GitHub names them. */
export function renderMarkdown(text: string, resolveLink: ResolveLink): Rendered {
  const tokens = markdown.parse(text, {})
  resolveLinks(tokens, resolveLink)
  const passages: { heading: Heading; body: string[] }[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const heading = readHeading(token, tokens[index + 1])
      token.attrSet('id', heading.id)
      passages.push({ heading, body: [] })
    } else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open') {
      passages.at(-1)?.body.push(plainText(token))
    } else if (token.type === 'fence') {
      passages.at(-1)?.body.push(token.content)
    }
  }
  return {
    html: markdown.renderer.render(tokens, markdown.options, {}),
    passages: passages.map(({ heading, body }) => ({ ...heading, body: body.join('\n') })),
  }
}

/** Resolves a relative link of a document: the path in the repository, and the anchor with `#` or an empty string. */
export function readTarget(from: string, target: string): { readonly path: string; readonly anchor: string } {
  const [, file = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? []
  return { path: file === '' ? from : posix.join(posix.dirname(from), file).replace(/\/$/, ''), anchor }
}

/** Returns a heading's anchor as GitHub generates it: lower case, hyphens for spaces, no punctuation. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

function readHeading(open: Token, inline: Token | undefined): Heading {
  const text = inline ? plainText(inline) : ''
  return { level: Number(open.tag.slice(1)), id: slugOf(text), text }
}

function plainText({ children, content }: Token): string {
  if (!children) return content
  return children.map(({ type, content: part }) => (type === 'softbreak' ? ' ' : part)).join('')
}

function attributeOf(token: Token | undefined, name: string): string {
  return String(token?.attrGet(name) ?? '')
}

function linksItself(heading: Token | undefined, inline: Token | undefined): boolean {
  return heading?.tag !== 'h1' && !(inline?.children ?? []).some(({ type }) => type === 'link_open')
}

function resolveLinks(tokens: readonly Token[], resolveLink: ResolveLink): void {
  for (const { children } of tokens) {
    let isLeftOut = false
    for (const token of children ?? []) {
      if (token.type === 'image') token.attrSet('src', resolveLink(attributeOf(token, 'src')) ?? '')
      if (token.type === 'link_open') {
        const target = resolveLink(attributeOf(token, 'href'))
        isLeftOut = target === null
        if (target !== null) token.attrSet('href', target)
      }
      if (isLeftOut && /^link_/.test(token.type)) {
        isLeftOut = token.type === 'link_open'
        token.type = 'text'
        token.content = ''
        token.tag = ''
        token.nesting = 0
      }
    }
  }
}
