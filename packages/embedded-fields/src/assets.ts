/**
 * The built programs, for the gateway that serves them. Node only.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A document with exactly one inline script and one inline style sheet. */
export interface FrameDocument {
  readonly html: string
  /** `sha256-…` as a Content-Security-Policy names it, without quotes. */
  readonly scriptHash: string
  readonly styleHash: string
}

export interface EmbeddedFieldsAssets {
  /** The script of the merchant's page. */
  readonly script: string
  /** `sha384-…`, for the `integrity` of a script element. */
  readonly scriptIntegrity: string
  /** Of this package; part of the immutable address of the script. */
  readonly version: string
  readonly cardFrame: FrameDocument
  readonly threeDsFrame: FrameDocument
}

/**
 * Reads the built files, which lie in `dist` whether this module runs from there or from its source.
 *
 * @throws When the package has not been built.
 */
export function loadAssets(): EmbeddedFieldsAssets {
  const script = readBuilt('embedded-fields.js')
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return {
    script,
    scriptIntegrity: digest('sha384', script),
    version,
    cardFrame: frameDocument(readBuilt('card-frame.html')),
    threeDsFrame: frameDocument(readBuilt('three-ds-frame.html')),
  }
}

/**
 * Computes the hashes of a document's inline script and style sheet.
 *
 * @internal
 */
export function frameDocument(html: string): FrameDocument {
  return {
    html,
    scriptHash: digest('sha256', contentOf(html, 'script')),
    styleHash: digest('sha256', contentOf(html, 'style')),
  }
}

function readBuilt(name: string): string {
  const file = new URL(`../dist/${name}`, import.meta.url)
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Error(`@sluice/embedded-fields is not built: ${name} is missing. Run the build first.`, {
      cause,
    })
  }
}

function contentOf(html: string, tag: 'script' | 'style'): string {
  const start = html.indexOf(`<${tag}>`)
  const end = html.indexOf(`</${tag}>`)
  if (start === -1 || end === -1 || html.lastIndexOf(`</${tag}>`) !== end) {
    throw new Error(`A frame document must have exactly one inline ${tag}`)
  }
  return html.slice(start + tag.length + 2, end)
}

function digest(algorithm: 'sha256' | 'sha384', text: string): string {
  return `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`
}
