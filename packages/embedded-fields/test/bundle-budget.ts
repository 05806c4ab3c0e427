/**
 * `npm run bundles`: what each browser program may hold, and what it may weigh.
 *
 * Contents first: naming what must not be there says what leaked; a size alone would notice late and vaguely. Built
 * from the sources, in memory, so that an older build is not measured.
 */
import { brotliCompressSync } from 'node:zlib'
import { LANGUAGES } from '@sluice/types/vocabulary'
import { frameTexts } from '../src/frame-texts.ts'
import { buildPrograms } from './build-programs.ts'

interface Budget {
  /** The size after brotli at its highest level, as the gateway sends it. */
  readonly maxBytes: number
  readonly must?: readonly string[]
  readonly mustNot?: readonly string[]
}

/** Code that decrypts, validates at length, evaluates, or belongs to a server. */
const NOWHERE = [
  ...['decapsulate', 'openSealedField', '"decrypt"', 'createDecipheriv', 'PrivateKey'],
  ...['ZodError', 'portableSealing(', 'chacha', 'node:crypto', 'client_secret'],
  ...['eval(', 'new Function', 'document.write', 'insertAdjacentHTML', 'console.log'],
]

/** Only a document of the gateway's own origin may hold it. */
const CARD_DATA = ['cc-number', 'cc-csc', 'encrypted_card_number']

const PAGE_SCRIPT = { mustNot: [...CARD_DATA, 'innerHTML', 'payment_data', 'localStorage', 'sessionStorage'] }

/**
 * Together half of what the lightest other card form weighs (58 kB), with languages, errors and 3-D Secure.
 *
 * @see docs/performance.md#browser-programs
 */
const BUDGETS: Readonly<Record<string, Budget>> = {
  // 70 of them print the origins that a page's policy lacks, and warn of a secret in the place of the client key.
  // 200 say what a page does after a payment, which every shop copied before. 200 scroll the page to what a frame has to show.
  'embedded-fields.js': { maxBytes: 11_600, must: ['window.PaymentComponent='], ...PAGE_SCRIPT },
  // 300 of them are the gateway's own rule for e-mail addresses: a second rule refused real ones. 250 find the pages
  // of a test environment where its names do not resolve: the session says where, and a second build for tests would
  // not be tested. 90 are ranges of brands that no acquirer takes, so that shoppers read so before they pay. 200 say
  // the new amount of an order that the merchant changed while its page was open. 300 show the field that was
  // refused, say that a payment still runs, and close a form with which nothing can be paid. 1 kB are the texts of
  // the language that weighs most; English weighs 500 bytes less. Code that only a page's developer needs is in a
  // separate program.
  'card-frame.html': { maxBytes: 18_600, must: CARD_DATA, mustNot: ['innerHTML', 'getComputedStyle'] },
  // Fetched only where a session offers installments. In every language.
  'installments.js': { maxBytes: 2_000, mustNot: [...CARD_DATA, 'innerHTML'] },
  // Fetched only in the test environment.
  'low-contrast.js': { maxBytes: 700, mustNot: [...CARD_DATA, 'innerHTML'] },
  'three-ds-frame.html': { maxBytes: 5_800, mustNot: [...CARD_DATA, 'innerHTML'] },
  // Half of them are one sentence in each language that all merchants speak.
  'refusal-frame.html': { maxBytes: 1_500, mustNot: [...CARD_DATA, 'innerHTML'] },
  'methods-frame.html': { maxBytes: 19_950, mustNot: CARD_DATA },
  'simulated-wallets/pay.js': { maxBytes: 6_000, mustNot: CARD_DATA },
  'simulated-wallets/apple-pay-session.js': { maxBytes: 6_000, mustNot: CARD_DATA },
  'simulated-wallets/sheet.js': { maxBytes: 8_000 },
}

const SPEAKING_FRAMES: Readonly<Record<string, Parameters<typeof frameTexts>[0]>> = {
  'card-frame.html': 'cardFrame',
  'methods-frame.html': 'methodsFrame',
  'three-ds-frame.html': 'threeDsFrame',
}

const programs = await buildPrograms()
const complaints = [
  ...Object.keys(BUDGETS)
    .filter((name) => !programs.has(name))
    .map((name) => `${name} was not built. Take it out of the budgets, or build it.`),
  ...[...programs].flatMap(([name, text]) => findProblems(name, text)),
]
for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
process.exitCode = complaints.length > 0 ? 1 : 0

function findProblems(name: string, text: string): string[] {
  const budget = BUDGETS[name]
  if (!budget) return [`${name} has no budget. Say in ${import.meta.filename} what it may hold and weigh.`]
  const { maxBytes, must = [], mustNot = [] } = budget
  const bytes = weigh(name, text)
  const foreign = text.match(/(?:https?:)?\/\/[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/g) ?? []
  process.stdout.write(`${name}: ${bytes} of ${maxBytes} bytes\n`)
  return [
    ...[...NOWHERE, ...mustNot]
      .filter((word) => text.includes(word))
      .map((word) => `${name} holds ${word}, which must not be there. Look for what imports it.`),
    ...must
      .filter((word) => !text.includes(word))
      .map((word) => `${name} does not hold ${word}: it was not built as it should be.`),
    ...foreign
      .filter((address) => !address.endsWith('www.w3.org'))
      .map((address) => `${name} names ${address}: a browser program calls only the gateway.`),
    ...(name.endsWith('.html') && / style=|<link|<script src/.test(text)
      ? [`${name} has a style attribute or loads a file: everything must be in one piece, under hashes.`]
      : []),
    ...(bytes > maxBytes
      ? [`${name} weighs ${bytes} bytes in brotli, ${bytes - maxBytes} too many. See what was added to it.`]
      : []),
  ]
}

/** A frame's document as the gateway sends it: with the texts of a language, here of that which weighs most. */
function weigh(name: string, text: string): number {
  const frame = SPEAKING_FRAMES[name]
  if (frame === undefined) return brotliCompressSync(text).length
  const documents = Object.keys(LANGUAGES).map((language) =>
    text.replace('<body>', () => `<body>${frameTexts(frame, [language], ['de', 'pl'])}`),
  )
  return Math.max(...documents.map((document) => brotliCompressSync(document).length))
}
