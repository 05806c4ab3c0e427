/**
 * The built programs, for the gateway that serves them. Node only.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ScriptRecord } from '@sluice/shared/script-record'
import { type FrameTexts, frameTexts, textsByLocale } from './frame-texts.ts'

/** A document with exactly one inline script and one inline style sheet. */
export interface FrameDocument {
  readonly html: string
  /** The hash as a Content-Security-Policy names it, `sha256-…` without quotes. */
  readonly scriptHash: string
  readonly styleHash: string
}

export interface EmbeddedFieldsAssets {
  /** The script of the merchant's page. */
  readonly script: string
  /** Part of the immutable address of the script: the package's version, and a hash of its content. */
  readonly release: string
  /** Every script that a payment with embedded fields runs in the shopper's browser, except the simulated wallets. */
  readonly scripts: readonly ScriptRecord[]
  readonly cardFrame: FrameDocument
  /** A module that the card frame imports if the session offers installments. */
  readonly installments: string
  /** A module that the card frame imports in the test environment. */
  readonly lowContrast: string
  readonly threeDsFrame: FrameDocument
  /** The frame for all methods except cards. Scripts of wallets run in it. */
  readonly methodsFrame: FrameDocument
  /** Served in place of a frame whose key is unknown, or that the embedding page must not show. */
  readonly refusalFrame: FrameDocument
  readonly simulatedWallets: SimulatedWallets
  /** Markup with the texts of a frame, before its script. It is data, so no policy has to allow it. */
  readonly frameTexts: FrameTexts
  /** The texts of all frames as JSON, by locale, for frames that change their language. */
  readonly textsByLocale: ReadonlyMap<string, string>
}

export interface AssetOptions {
  /**
   * The name of the script's factory on `window`; an identifier.
   *
   * @defaultValue `PaymentComponent`
   */
  readonly globalName?: string
}

/** Scripts of wallets for tests; the gateway's simulators serve them. */
export interface SimulatedWallets {
  readonly gwalletPay: string
  readonly awalletPay: string
  /** The hash of the style sheet that both open. */
  readonly sheet: string
}

/**
 * Reads the built files, which lie in `dist` whether this module runs from there or from its source.
 *
 * @throws When the package has not been built.
 */
export function loadAssets({ globalName = DEFAULT_GLOBAL }: AssetOptions = {}): EmbeddedFieldsAssets {
  const script = nameGlobal(readBuilt('embedded-fields.js'), globalName)
  const installments = readBuilt('installments.js')
  const lowContrast = readBuilt('low-contrast.js')
  const frames = {
    cardFrame: frameDocument(readBuilt('card-frame.html')),
    threeDsFrame: frameDocument(readBuilt('three-ds-frame.html')),
    methodsFrame: frameDocument(readBuilt('methods-frame.html')),
    refusalFrame: frameDocument(readBuilt('refusal-frame.html')),
  }
  return {
    script,
    release: `${readVersion()}-${createHash('sha256').update(script).digest('hex').slice(0, RELEASE_HASH_CHARS)}`,
    scripts: [
      {
        name: 'embedded-fields.js',
        owner: OWNER,
        origin: 'merchant',
        address: '/embedded-fields.js',
        purpose:
          'Shows the frames of the gateway and tells the page how a payment ended. Handles no card data.',
        integrity: digest('sha384', script),
      },
      {
        name: 'installments.js',
        owner: OWNER,
        origin: 'base',
        address: '/embedded-fields/installments.js',
        purpose: 'Offers installments in the card frame, where a session does.',
        integrity: digest('sha384', installments),
      },
      {
        name: 'low-contrast.js',
        owner: OWNER,
        origin: 'base',
        address: '/embedded-fields/low-contrast.js',
        purpose:
          'Reports colors with low contrast to the developer of a page. The card frame loads it in the test environment only.',
        integrity: digest('sha384', lowContrast),
      },
      ...(Object.keys(frames) as (keyof typeof frames)[]).map((name) => ({
        owner: OWNER,
        ...FRAME_SCRIPTS[name],
        integrity: frames[name].scriptHash,
      })),
    ],
    ...frames,
    installments,
    lowContrast,
    frameTexts,
    textsByLocale: textsByLocale(),
    simulatedWallets: {
      gwalletPay: readBuilt('simulated-wallets/pay.js'),
      awalletPay: readBuilt('simulated-wallets/apple-pay-session.js'),
      sheet: readBuilt('simulated-wallets/sheet.js'),
    },
  }
}

const OWNER = 'Sluice'

const DEFAULT_GLOBAL = 'PaymentComponent'

/** 48 bits: two builds of one version differ in it. */
const RELEASE_HASH_CHARS = 12

const FRAME_SCRIPTS = {
  cardFrame: {
    name: 'inline script of the card frame',
    origin: 'base',
    address: '/embedded-fields/card-frame/<client key>',
    purpose: 'Takes the card data, seals it and sends it to the gateway.',
  },
  threeDsFrame: {
    name: 'inline script of the 3DS frame',
    origin: 'methods',
    address: '/three-ds/frame/<client key>',
    purpose: 'Shows the issuer’s pages in a frame of their own. Handles no card data.',
  },
  methodsFrame: {
    name: 'inline script of the methods frame',
    origin: 'methods',
    address: '/embedded-fields/methods-frame/<client key>',
    purpose: 'Offers alternative payment methods and wallets. Handles no card data.',
  },
  refusalFrame: {
    name: 'inline script of the refusal frame',
    origin: 'base',
    address: '/embedded-fields/card-frame/<unknown client key>',
    purpose:
      'Takes the place of a frame whose key is unknown or that the page may not show, and tells the page why. Handles no card data.',
  },
} as const

/**
 * Renames the factory on `window`, without another build.
 *
 * @throws When the script does not set it exactly once, so that it cannot be renamed safely.
 * @internal
 */
export function nameGlobal(script: string, name: string): string {
  const parts = script.split(`window.${DEFAULT_GLOBAL}=`)
  if (parts.length !== 2) throw new Error(`embedded-fields.js must set window.${DEFAULT_GLOBAL} exactly once`)
  return parts.join(`window.${name}=`)
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return (manifest as { readonly version: string }).version
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
