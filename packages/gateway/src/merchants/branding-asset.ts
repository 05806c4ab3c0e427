/** The merchants' images and fonts on the gateway's own pages, which load nothing from another origin. */
export type BrandingAssetKind = 'logo' | 'font'

export interface BrandingAsset {
  readonly merchantId: string
  readonly kind: BrandingAssetKind
  /** The address from which it was fetched once. */
  readonly sourceUrl: string
  /** SHA-256 of the bytes, hexadecimal, which is also its name here. */
  readonly digest: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** Larger files make every page slow. */
export const BRANDING_ASSET_MAX_BYTES: Readonly<Record<BrandingAssetKind, number>> = {
  logo: 262_144,
  font: 524_288,
}

interface Signature {
  readonly mediaType: string
  readonly begins: (bytes: Uint8Array) => boolean
}

/**
 * The first bytes of each format. The content type from the server is ignored; SVG is missing because it may contain
 * scripts.
 */
const SIGNATURES: Readonly<Record<BrandingAssetKind, readonly Signature[]>> = {
  logo: [
    { mediaType: 'image/png', begins: (bytes) => textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n' },
    { mediaType: 'image/jpeg', begins: (bytes) => textAt(bytes, 0, 3) === '\xff\xd8\xff' },
    {
      mediaType: 'image/webp',
      begins: (bytes) => textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP',
    },
  ],
  font: [{ mediaType: 'font/woff2', begins: (bytes) => textAt(bytes, 0, 4) === 'wOF2' }],
}

/** Returns the format of the bytes; null if it is unsupported. */
export function mediaTypeOf(kind: BrandingAssetKind, bytes: Uint8Array): string | null {
  return SIGNATURES[kind].find(({ begins }) => begins(bytes))?.mediaType ?? null
}

/** Returns the path from which the pages load it. */
export function brandingAssetPath(digest: string): string {
  return `/branding/${digest}`
}

function textAt(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}
