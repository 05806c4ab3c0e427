import {
  advice,
  ADVICE_ENTRIES,
  ALTERNATIVE_TYPES,
  CARD_BRANDS,
  CURRENCIES,
  CURRENCY_CODES,
  LIMITS,
  METHOD_CATALOGUE,
  methodName,
  PROCESSING_CODE_LIST,
  PROCESSING_CODES,
} from '@sluice/types/vocabulary'
import type { Source } from './sources.ts'

/** Pages that list what the vocabulary has. */
export function makeReferencePages(): readonly Source[] {
  return [describeCodes(), describeLimits(), describeCurrencies(), describeMethods()]
}

function describeCodes(): Source {
  const sections = PROCESSING_CODE_LIST.map((code) => {
    const { message, family, advice: action } = PROCESSING_CODES[code]
    const { merchant, mayRetry } = ADVICE_ENTRIES[action]
    return `## ${code} ${message}

${merchant} Another try of the customer ${mayRetry ? 'makes sense' : 'makes no sense'}. Family \`${family}\`, advice \`${action}\`.

The customer reads: “${advice(code).shopper.en}”
`
  })
  return {
    path: 'codes.md',
    markdown: `# Processing codes

What does this code mean, and what do I do about it? Every transaction has a \`processing_code\`. The [table of codes](docs/errors.md#processing-codes) shows them
side by side; a code that is not here is treated by its first digit.

| First digit | Family |
| --- | --- |
| 0 | success |
| 1 | outcome: declined, pending, canceled |
| 2 | the request, the payment method or a setting |
| 3 | 3-D Secure |
| 4 | risk rules |

${sections.join('\n')}`,
  }
}

/** The word for each unit at the end of a limit's name. */
const UNITS: readonly (readonly [ending: string, unit: string])[] = [
  ['_PER_SECOND', 'per second'],
  ['_PER_MINUTE', 'per minute'],
  ['_MAX_CHARS', 'characters at most'],
  ['_MIN_CHARS', 'characters at least'],
  ['_CHARS', 'characters'],
  ['_MAX_BYTES', 'bytes at most'],
  ['_MIN_BYTES', 'bytes at least'],
  ['_MAX_DIGITS', 'digits at most'],
  ['_MIN_DIGITS', 'digits at least'],
  ['_DIGITS', 'digits'],
  ['_SECONDS', 'seconds'],
  ['_MINUTES', 'minutes'],
  ['_DAYS', 'days'],
  ['_PERCENT', 'percent'],
  ['_MAX_MINOR', 'minor units at most'],
  ['_MIN_MINOR', 'minor units at least'],
  ['_MS', 'milliseconds'],
]

function describeLimits(): Source {
  const rows = Object.entries(LIMITS).map(([name, value]) => {
    const [ending, unit] = UNITS.find(([end]) => name.endsWith(end)) ?? ['', '']
    const words = name
      .slice(0, name.length - ending.length)
      .toLowerCase()
      .replaceAll('_', ' ')
    return `| ${words} | ${[value].flat().join(', ')} ${unit} | \`${name}\` |`
  })
  return {
    path: 'limits.md',
    markdown: `# Rate limits and other limits

How many requests may I send, and how large may they be? Beyond a rate limit the answer is 429 Too Many Requests: wait as many seconds as
\`Retry-After\` says, and repeat the request with the same idempotency key.

| Rate limit of | Counted per | Sustained | Burst |
| --- | --- | --- | --- |
| the API | client | ${LIMITS.API_RATE_PER_SECOND} per second | ${LIMITS.API_BURST_REQUESTS} |
| status queries | transaction or session, besides the limit of the API | ${LIMITS.STATUS_RATE_PER_SECOND} per second | ${LIMITS.STATUS_RATE_PER_SECOND} |
| the token endpoint | client id and address | ${LIMITS.TOKEN_RATE_PER_SECOND} per second | ${LIMITS.TOKEN_BURST_REQUESTS} |
| card forms and payment pages | address and session | ${LIMITS.CLIENT_RATE_PER_SECOND} per second | ${LIMITS.CLIENT_BURST_REQUESTS} |
| events of a provider | provider and address | ${LIMITS.CALLBACK_RATE_PER_SECOND} per second | ${LIMITS.CALLBACK_RATE_PER_SECOND} |
| wrong client secrets | address | ${LIMITS.TOKEN_FAILURES_MAX_PER_MINUTE} per minute | then ${LIMITS.TOKEN_FAILURE_BLOCK_SECONDS} seconds of 429 for further wrong ones |

Production enforces them. A test environment does so if it was started with \`SLUICE_RATE_LIMITS=on\`; the limit of wrong secrets is always on. All
merchants have the same limits.

## Stay below a rate limit

- Reuse the access token for its ${LIMITS.ACCESS_TOKEN_LIFETIME_SECONDS / 60} minutes: one token for each process, not one for each request.
- Wait for webhooks instead of asking for the status in a loop.
- Read \`RateLimit\` in the answers of the API: \`"api";r=97;t=1\` means that 97 requests are left, and that all are back in one second.
- The client waits and repeats by itself; its error is [\`rate_limited\`](docs/errors.md#rate_limited).

[Rate limits in the protocol](docs/protocol/errors-and-limits.md#rate-limits) has the headers and the limits of connections.

## Every limit

Limits in \`LIMITS\` of \`@sluice/types/vocabulary\`. A value beyond the limit of a member is a 422 that names the member, a body that is too large a 413.

| Limit of | Value | Name |
| --- | --- | --- |
${rows.join('\n')}
`,
  }
}

function describeCurrencies(): Source {
  const names = new Intl.DisplayNames('en', { type: 'currency' })
  const rows = CURRENCY_CODES.map((code) => {
    const { exponent, numeric } = CURRENCIES[code]
    return `| ${code} | ${names.of(code) ?? code} | ${exponent} | ${numeric} | ${(1850 / 10 ** exponent).toFixed(exponent)} |`
  })
  return {
    path: 'currencies.md',
    markdown: `# Currencies

Which currencies are supported, and how many decimals (which exponent) does each currency have? Amounts are integers in minor units, also in zero-decimal currencies such as JPY: the last column shows what
\`amount: 1850\` means. Write codes in capitals: \`EUR\`.

| Code | Currency | Exponent | Number | \`1850\` is |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

The gateway accepts these ${CURRENCY_CODES.length} currencies. The contract with the acquirer defines which of them a terminal accepts, and the operator writes them into the
configuration; a payment in another currency is refused with [2004](docs/errors.md#processing-codes) or 422. The gateway converts no currencies: the customer is charged in the currency of the request.

## Currency exponents

The exponent says how many decimals a currency has: 2 for EUR, 0 for JPY. Exponents follow ISO 4217. Some providers use others, for example for HUF or ISK;
the gateway converts the amounts, and refuses an amount that the provider cannot express.
\`toMinorUnits\` and \`fromMinorUnits\` of \`@sluice/types/vocabulary\` convert without rounding.
`,
  }
}

function describeMethods(): Source {
  const everywhere = (codes: readonly string[]) => (codes.length === 0 ? 'several' : codes.join(', '))
  const rows = ALTERNATIVE_TYPES.map((type) => {
    const { kind, countries, currencies, alsoCalled, closed } = METHOD_CATALOGUE[type]
    const name = [methodName(type) ?? 'no default name', ...alsoCalled].join(', ')
    const refund = closed === null ? 'if the provider does' : '–'
    return `| ${name}${closed === null ? '' : ' (closed)'} | \`${type}\` | ${kind} | ${everywhere(countries)} | ${everywhere(currencies)} | ${refund} |`
  })
  return {
    path: 'methods.md',
    markdown: `# Methods, countries and refunds

Which payment methods are there, where do customers have them, and can they be refunded?

| Method | \`payment_method.type\` | Kind | Countries | Currencies | Refund |
| --- | --- | --- | --- | --- | --- |
| Card (${CARD_BRANDS.join(', ')}) | \`card\` | card | all | all | yes |
| Google Pay | \`gwallet-pay\` | card in a wallet | all | all | yes |
| Apple Pay | \`awallet-pay\` | card in a wallet | all | all | yes |
${rows.join('\n')}

- **Countries and currencies** are what is generally known; "several" means that the scheme grows, or that the provider decides. An operator can
  [change them](docs/guides/payment-methods.md).
- **Refund**: the gateway refunds every method for ${LIMITS.REFUND_WINDOW_DAYS} days, also in parts, where the provider's declarations allow it. Vouchers and cash often cannot be refunded:
  the operator then sets \`refundable: false\`, and a refund is INVALID 2010. Payouts are never refunded.
- A method can be used only if a provider of the gateway serves it. The session of a customer lists those that the terminal takes.

How to accept them: [cards](docs/guides/hosted-page.md), [Google Pay and Apple Pay](docs/guides/wallets.md), [everything else](docs/guides/redirect-methods.md).
`,
  }
}
