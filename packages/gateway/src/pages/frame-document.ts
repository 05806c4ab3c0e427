/** A single-file document, with the hashes of its script and style. */
export interface FrameDocument {
  readonly html: string
  /** `sha256-…` */
  readonly scriptHash: string
  /** `sha256-…` */
  readonly styleHash: string
}
