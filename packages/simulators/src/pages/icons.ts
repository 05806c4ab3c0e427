import { html } from '@sluice/shared/html'

/** The logo of the bank: a sun, an orbit, a planet. */
export const BANK_MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <ellipse
    cx="16"
    cy="16"
    rx="14"
    ry="6.5"
    transform="rotate(-28 16 16)"
    fill="none"
    stroke="#fff"
    stroke-width="2"
  />
  <circle cx="16" cy="16" r="5" fill="#e9a15b" />
  <circle cx="27.2" cy="8.1" r="2.6" fill="#fff" />
</svg>`

export const WARNING_ICON = html`<svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
  <path
    d="M8 1.2a6.8 6.8 0 1 0 0 13.6A6.8 6.8 0 0 0 8 1.2Zm-.8 3.4h1.6v4.6H7.2Zm0 5.8h1.6V12H7.2Z"
    fill="currentColor"
    fill-rule="evenodd"
  />
</svg>`

const RING = html`<circle cx="24" cy="24" r="21" fill="none" stroke="currentColor" stroke-width="3" />`

/** The icons above a message. */
export const MESSAGE_ICONS = {
  confirmed: html`<svg class="confirmed" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
    ${RING}
    <path
      d="m14.5 24.8 6.6 6.7 12.6-14"
      fill="none"
      stroke="currentColor"
      stroke-width="3.5"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>`,
  refused: html`<svg class="refused" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
    ${RING}
    <path
      d="m17 17 14 14m0-14L17 31"
      fill="none"
      stroke="currentColor"
      stroke-width="3.5"
      stroke-linecap="round"
    />
  </svg>`,
  waiting: html`<svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">
    ${RING}
    <path
      d="M24 12v12.5l8 5"
      fill="none"
      stroke="currentColor"
      stroke-width="3.5"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>`,
  neutral: html`<svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">
    ${RING}
    <path
      d="M13.5 24h20m-8-8 8 8-8 8"
      fill="none"
      stroke="currentColor"
      stroke-width="3.5"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>`,
} as const

/** The logos of the wallets: one with a clasp, one shaped like a tent. */
export const WALLET_MARKS = {
  'gwallet-pay': html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <path d="M6 11.5 22 6v5.5" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round" />
    <rect x="4" y="11.5" width="24" height="14.5" rx="3.5" fill="none" stroke="#fff" stroke-width="2" />
    <circle cx="22.5" cy="18.75" r="2.5" fill="#d9a45c" />
  </svg>`,
  'awallet-pay': html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <path d="M4.5 26 16 6l11.5 20Z" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round" />
    <path d="M16 15.5 21 26H11Z" fill="#d9a45c" />
  </svg>`,
} as const

/** The logo of the providers: a comet and its tail. */
export const PROVIDER_MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <path
    d="M3 27 17.5 12.5M3 18.5 14 9M11.5 29 22 18"
    fill="none"
    stroke="#fff"
    stroke-width="2"
    stroke-linecap="round"
  />
  <circle cx="21.5" cy="10.5" r="6" fill="#e9a15b" />
</svg>`

/** A phone that asks for confirmation. */
export const PHONE_ICON = html`<svg class="pulse" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
  <rect x="13" y="4" width="22" height="40" rx="4" fill="none" stroke="currentColor" stroke-width="3" />
  <path d="M21 38.5h6" stroke="currentColor" stroke-width="3" stroke-linecap="round" />
  <path
    d="m18.5 22 4 4 7.5-8.5"
    fill="none"
    stroke="currentColor"
    stroke-width="3"
    stroke-linecap="round"
    stroke-linejoin="round"
  />
</svg>`
