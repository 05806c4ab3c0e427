import type { Locator } from '@playwright/test'
import jsqr from 'jsqr'

/** The types describe an ES module; Node gives its default export. */
const decode = jsqr as unknown as typeof jsqr.default

/** Decodes a QR code on the screen, as a phone's camera does. */
export async function readCode(code: Locator): Promise<string | null> {
  const picture = (await code.screenshot()).toString('base64')
  const { width, height, data } = await code.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height)
    return { width: bitmap.width, height: bitmap.height, data: Array.from(pixels?.data ?? []) }
  }, picture)
  return decode(Uint8ClampedArray.from(data), width, height)?.data ?? null
}
