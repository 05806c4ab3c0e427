import { encode } from 'uqr'

import { html, type SafeHtml } from './html.ts'

/** White around the code, in modules: ISO 18004 requires four. */
const QUIET_ZONE = 4

/** Draws a QR code. One path; dark on white on every page, because many scanners read nothing else. */
export function renderQrCode(text: string, label: string): SafeHtml {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return html`<svg
    class="qr"
    viewBox="0 0 ${size} ${size}"
    role="img"
    aria-label="${label}"
    shape-rendering="crispEdges"
  >
    <path fill="#fff" d="M0 0h${size}v${size}H0z" />
    <path fill="#000" d="${path}" />
  </svg>`
}
