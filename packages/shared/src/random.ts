/** Generates random bytes and identifiers. It is injected, so that a run can be repeated from a seed. */
export interface Random {
  /** `length` bytes from a cryptographically secure source. */
  bytes(length: number): Uint8Array
  /** A UUID v7 in canonical lower-case form: records sort by creation, so their indexes grow at one end. */
  uuid(): string
  /**
   * The number of the installation's pod, 0 to 255, which every identifier contains. Absent where one database holds
   * everything.
   */
  readonly pod?: number | undefined
}
