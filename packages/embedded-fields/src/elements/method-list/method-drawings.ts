import type { MethodDrawing } from '@sluice/types/vocabulary'

/** Line drawings of 24 × 24 units, each one path. They are decorative, because the name next to them is the label. */
export const METHOD_DRAWINGS: Readonly<Record<MethodDrawing, string>> = {
  bank: 'M4 9.5 12 5l8 4.5H4Zm2 1v6m4-6v6m4-6v6m4-6v6M4 19h16',
  phone:
    'M9.5 3h5A2.5 2.5 0 0 1 17 5.5v13a2.5 2.5 0 0 1-2.5 2.5h-5A2.5 2.5 0 0 1 7 18.5v-13A2.5 2.5 0 0 1 9.5 3Zm1 15h3',
  wallet:
    'M18 8V6a1.5 1.5 0 0 0-1.5-1.5H6A2 2 0 0 0 6 8.5h12.5A1.5 1.5 0 0 1 20 10v7.5a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6.5M16 14h.5',
  transfer: 'M4 8.5h15m-3.5-3.5L19 8.5 15.5 12M20 15.5H5m3.5-3.5L5 15.5 8.5 19',
  code: 'M4 4h6v6H4Zm10 0h6v6h-6ZM4 14h6v6H4Zm10 0h2v2h-2Zm4 0h2v2h-2Zm-4 4h2v2h-2Zm4 0h2v2h-2Z',
  voucher: 'M4 7h16v3.2a1.9 1.9 0 0 0 0 3.6V17H4v-3.2a1.9 1.9 0 0 0 0-3.6Zm10 0v2m0 2v2m0 2v2',
  cash: 'M5 6.5h14A1.5 1.5 0 0 1 20.5 8v8a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 16V8A1.5 1.5 0 0 1 5 6.5Zm4.5 5.5a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0Zm-3-2.5v.1m11 4.9v.1',
  gift: 'M4 9h16v4H4Zm1.5 4h13v7h-13ZM12 9v11m0-11C8 9 7 7.5 7.5 6s3.5-1 4.5 3c1-4 4-4.5 4.5-3s-.5 3-4.5 3Z',
  instant: 'M13 3 5.5 13.5H11L10 21l7.5-10.5H12Z',
  slip: 'M6 3.5h12v17l-2.4-1.6-1.8 1.6-1.8-1.6-1.8 1.6-1.8-1.6L6 20.5ZM9 8h6m-6 3.5h6M9 15h3',
}

/** Returns the drawing of a mark, or null for letters. */
export function drawingOf(mark: string): string | null {
  return Object.hasOwn(METHOD_DRAWINGS, mark) ? METHOD_DRAWINGS[mark as MethodDrawing] : null
}
