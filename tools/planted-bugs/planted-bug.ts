/** A bug that a suite has to find. */
export interface PlantedBug {
  /** The fault, in a few words. */
  readonly name: string
  /** The path of the file, from the root. */
  readonly file: string
  /** The original text, which occurs once in the file. */
  readonly right: string
  readonly wrong: string
  /** The suite that fails of it, from the root. */
  readonly suite: string
  /** A pattern for the title of the test that fails of it, where the others of the suite take long. */
  readonly title?: string
  /** The programs without which the suite is skipped. */
  readonly needs?: 'scanners'
}
