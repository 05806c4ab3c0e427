/** A document of one file, with the hashes of the script and the style inside it. */
export interface FrameDocument {
  readonly html: string
  /** `sha256-…` */
  readonly scriptHash: string
  /** `sha256-…` */
  readonly styleHash: string
}
