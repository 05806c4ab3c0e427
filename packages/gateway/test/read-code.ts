import jsqr from 'jsqr'
import { parse } from 'node-html-parser'

import type { Page } from './shopper.ts'

/** The types describe an ES module; Node gives its default export. */
const decode = jsqr as unknown as typeof jsqr.default

/** Decodes the QR code of a page as a phone does, with its modules drawn as pixels. */
export function readCode(page: Page): string | null {
  const code = parse(page.text).querySelector('svg.qr')
  const size = Number(code?.getAttribute('viewBox')?.split(' ')[2])
  const scale = 4
  const width = size * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  const path = code?.querySelectorAll('path').at(-1)?.getAttribute('d') ?? ''
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < scale; row += 1)
      for (let column = 0; column < scale; column += 1) {
        const at = ((Number(y) * scale + row) * width + Number(x) * scale + column) * 4
        pixels.fill(0, at, at + 3)
      }
  return decode(pixels, width, width)?.data ?? null
}
