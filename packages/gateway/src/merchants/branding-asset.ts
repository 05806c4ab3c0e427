/** Pictures and fonts of merchants that our own pages show; they load nothing from another origin. */
export type BrandingAssetKind = 'logo' | 'font'

export interface BrandingAsset {
  readonly merchantId: string
  readonly kind: BrandingAssetKind
  /** Where it was fetched, once. */
  readonly sourceUrl: string
  /** SHA-256 of the bytes, hexadecimal: its name on our side. */
  readonly digest: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** More than that makes every page slow. */
export const BRANDING_ASSET_MAX_BYTES: Readonly<Record<BrandingAssetKind, number>> = {
  logo: 262_144,
  font: 524_288,
}

interface Signature {
  readonly mediaType: string
  readonly begins: (bytes: Uint8Array) => boolean
}

/** How files begin. What the server that had them called them does not count; SVG may hold programs and is not there. */
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

/** What the bytes are; null when they are nothing that our pages show. */
export function mediaTypeOf(kind: BrandingAssetKind, bytes: Uint8Array): string | null {
  return SIGNATURES[kind].find(({ begins }) => begins(bytes))?.mediaType ?? null
}

/** Where our pages load it. */
export function brandingAssetPath(digest: string): string {
  return `/branding/${digest}`
}

function textAt(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}
